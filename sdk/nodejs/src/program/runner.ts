/** The process of a program. The language host starts it, and both talk over pipes. */
import { closeSync, readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Value } from "../value/value.js";
import { decoded, encoded, type Message } from "../wire/protocol.js";
import { Draft } from "./draft.js";
import { Monitor, Stopping } from "./monitor.js";
import { causes, Reporter } from "./report.js";
import { enter, Session } from "./session.js";

const requestDescriptor = 3;
const answerDescriptor = 4;

interface Order {
  token: string;
  /** Base64 of a `RunRequest`. */
  request: string;
  entry: string;
}

const order: Order = JSON.parse(readFileSync(requestDescriptor, "utf8"));
closeSync(requestDescriptor);
const request = decoded("lumirpc.RunRequest", Buffer.from(order.request, "base64"));
const reporter = new Reporter(request.projectFolder);
const monitor = new Monitor(request.monitorAddress, order.token);
const info = await monitor.deploymentInfo();
const session = new Session({
  project: info.project,
  stack: info.stack,
  isPreview: info.dryRun,
  folder: request.projectFolder,
  urnPrefix: info.urnPrefix,
  config: new Map(request.config.map((it: Message) => [it.key, { value: it.value, secret: it.secret }])),
}, monitor);
enter(session);

let exports: { [name: string]: Value } | undefined;
let isAsked = false;

const failed = (cause: number, report?: Message) =>
  answer({ failed: report === undefined ? { cause } : { cause, report } });
const crashed = (error: unknown) => {
  if (error instanceof Stopping) failed(causes.resource);
  else failed(reporter.causeOf(error), reporter.crash(error, session.failures));
};

process.argv = [process.argv[0], order.entry, ...request.arguments];
process.on("uncaughtException", crashed);
process.on("unhandledRejection", crashed);
// Nothing is left to do: no call is under way, and no timer of the program.
process.on("beforeExit", () => finish().catch(crashed));
import(pathToFileURL(order.entry).href).then((module) => {
  exports = outputsOf(module);
}, crashed);

/** The end of a program, when everything that it asked for is there. */
async function finish(): Promise<void> {
  // Calls of the answer keep the process alive once more.
  if (isAsked) return answer({ finished: {} });
  const told = session.failures.filter((it) => it.isReported);
  if (told.length > 0) {
    const { cause, report } = reporter.failures(told);
    return failed(cause, report);
  }
  if (exports === undefined && session.awaited.length > 0) {
    return answer({ stopped: { report: reporter.stopped(session.awaited[0]) } });
  }
  const waiting = [...session.waiting].map((it) => ({ what: it.what, waitsFor: it.waitsFor() }));
  if (exports === undefined || waiting.length > 0) return failed(causes.stalled, reporter.stalled(waiting));
  const draft = new Draft(session, exports, "output", "the stack");
  for (const { state, failure } of draft.cells()) {
    if (failure !== undefined) {
      return failed(reporter.causeOf(failure.error), reporter.error(failure.error, failure.at, failure.isSecret));
    }
    if (state === "pending") {
      return failed(causes.stalled, reporter.stalled([{ what: "an output of the stack", waitsFor: [] }]));
    }
  }
  isAsked = true;
  await monitor.setOutputs(draft.finish());
}

/** What a module exports; of a CommonJS module, its members. */
function outputsOf(module: { [name: string]: Value }): { [name: string]: Value } {
  const names = Object.keys(module).filter((name) =>
    name !== "default" && name !== "module.exports" && name !== "__esModule"
  );
  return Object.fromEntries(names.map((name) => [name, module[name]]));
}

function answer(response: Message): void {
  writeSync(answerDescriptor, encoded("lumirpc.RunResponse", response));
  // What the program has printed is written by then, as its streams are files or pipes.
  process.exit(0);
}
