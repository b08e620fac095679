export * from "./url/punycode.js";
export { default } from "./url/punycode.js";
