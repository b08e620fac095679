export * from "./stream/stream.js";
export { default } from "./stream/stream.js";
