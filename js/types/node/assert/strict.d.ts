export * from "../assert_strict.js";
export { default } from "../assert_strict.js";
