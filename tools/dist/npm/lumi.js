#!/usr/bin/env node
// Runs the binary of the package for this platform, which npm has installed beside this one.
"use strict";

const { spawn } = require("node:child_process");

const name = `lumi-cli-${process.platform}-${process.arch}`;

function binary() {
  try {
    return require.resolve(`${name}/bin/lumi`);
  } catch {
    console.error(`error: the package ${name} is not installed
help: npm leaves it out with --omit=optional, or where there is no binary for ${process.platform} on ${process.arch}`);
    process.exit(1);
  }
}

const child = spawn(binary(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both processes, and the binary decides what it means.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
