export * from "../fs_promises.js";
export { default } from "../fs_promises.js";
