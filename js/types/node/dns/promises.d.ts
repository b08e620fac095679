export * from "../dns_promises.js";
export { default } from "../dns_promises.js";
