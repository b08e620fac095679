export * from "../inspector.js";
export { default } from "../inspector.js";
