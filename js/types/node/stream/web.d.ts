export * from "../stream_web.js";
export { default } from "../stream_web.js";
