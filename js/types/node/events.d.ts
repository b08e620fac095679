export * from "./events/events.js";
export { default } from "./events/events.js";
