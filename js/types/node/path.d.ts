export * from "./path/path.js";
export { default } from "./path/path.js";
