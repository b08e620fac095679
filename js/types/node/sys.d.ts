export * from "./util/util.js";
export { default } from "./util/util.js";
