export * from "./http/https.js";
export { default } from "./http/https.js";
