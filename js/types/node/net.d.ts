export * from "./net/net.js";
export { default } from "./net/net.js";
