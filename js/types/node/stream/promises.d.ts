export * from "../stream_promises.js";
export { default } from "../stream_promises.js";
