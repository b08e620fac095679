export * from "./timers/timers.js";
export { default } from "./timers/timers.js";
