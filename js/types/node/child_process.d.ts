export * from "./child_process/child_process.js";
export { default } from "./child_process/child_process.js";
