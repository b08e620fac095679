export * from "./buffer/string_decoder.js";
export { default } from "./buffer/string_decoder.js";
