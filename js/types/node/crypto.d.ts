export * from "./crypto/crypto.js";
export { default } from "./crypto/crypto.js";
