export * from "./console/console.js";
export { default } from "./console/console.js";
