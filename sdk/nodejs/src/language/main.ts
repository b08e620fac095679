#!/usr/bin/env node
/** Runs programs of projects whose `Lumi.yaml` says `runtime: node`. Lumi starts it, from PATH. */
import { awaitEnd, listen, newServer, takeEnvironment } from "../transport/transport.js";
import { Runtime } from "./runtime.js";

const { token } = takeEnvironment();
if (token === "") {
  process.stderr.write("this runs programs for lumi, which starts it: use `lumi run`\n");
  process.exit(2);
}
const runtime = new Runtime(token);
const server = newServer(token, "LanguageRuntime", runtime.methods());
// An interrupt of the terminal is for lumi, which calls Cancel.
process.on("SIGINT", () => undefined);
await listen(server);
await awaitEnd();
// A program that still runs has no client.
runtime.cancel();
process.exit(0);
