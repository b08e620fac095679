export * from "./http/http.js";
export { default } from "./http/http.js";
