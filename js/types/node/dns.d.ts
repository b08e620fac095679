export * from "./net/dns.js";
export { default } from "./net/dns.js";
