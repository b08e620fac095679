// lumi/std: the resources of the built-in package `std`.

export * as exec from "./std/exec.ts";
export * as fs from "./std/fs.ts";
export * as http from "./std/http.ts";
export * as random from "./std/random.ts";
export * as time from "./std/time.ts";
export * as tls from "./std/tls.ts";
