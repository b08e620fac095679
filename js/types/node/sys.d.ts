export * from "./util.js";
export { default } from "./util.js";
