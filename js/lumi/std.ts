// lumi/std: resources of the package `std`, which is part of Lumi.

export * as exec from "./std/exec.ts";
export * as fs from "./std/fs.ts";
