export * from "../readline_promises.js";
export { default } from "../readline_promises.js";
