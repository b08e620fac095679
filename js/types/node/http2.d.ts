export * from "./http2/http2.js";
export { default } from "./http2/http2.js";
