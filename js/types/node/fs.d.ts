export * from "./fs/fs.js";
export { default } from "./fs/fs.js";
