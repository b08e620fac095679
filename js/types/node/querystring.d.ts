export * from "./url/querystring.js";
export { default } from "./url/querystring.js";
