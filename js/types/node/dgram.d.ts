export * from "./net/dgram.js";
export { default } from "./net/dgram.js";
