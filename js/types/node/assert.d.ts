export * from "./assert/assert.js";
export { default } from "./assert/assert.js";
