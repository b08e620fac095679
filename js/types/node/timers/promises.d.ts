export * from "../timers_promises.js";
export { default } from "../timers_promises.js";
