export * from "../net/dns_promises.js";
export { default } from "../net/dns_promises.js";
