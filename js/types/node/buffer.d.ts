export * from "./buffer/module.js";
export { default } from "./buffer/module.js";
