export * from "./zlib/zlib.js";
export { default } from "./zlib/zlib.js";
