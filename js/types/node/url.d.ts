export * from "./url/url.js";
export { default } from "./url/url.js";
