export * as exec from "./std/exec.js";
export * as fs from "./std/fs.js";
