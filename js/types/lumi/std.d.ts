export * as exec from "./std/exec.js";
export * as fs from "./std/fs.js";
export * as http from "./std/http.js";
export * as random from "./std/random.js";
export * as time from "./std/time.js";
export * as tls from "./std/tls.js";
