export * from "./process/process.js";
export { default } from "./process/process.js";
