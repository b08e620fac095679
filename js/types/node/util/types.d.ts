export * from "../util_types.js";
export { default } from "../util_types.js";
