export * from "./module/module.js";
export { default } from "./module/module.js";
