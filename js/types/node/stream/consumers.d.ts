export * from "../stream_consumers.js";
export { default } from "../stream_consumers.js";
