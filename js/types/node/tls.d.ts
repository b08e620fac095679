export * from "./tls/tls.js";
export { default } from "./tls/tls.js";
