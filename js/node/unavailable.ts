// The members of Node that lumi lacks, each with its reason, and their error.

import { coded } from "./node_errors.ts";

const isolated = "the process is that of lumi, which other programs may share";
const heap = "a program does not see what lumi keeps in the heap";
const debuggers = "a debugger attaches to a program that `lumi run --inspect` starts";
const onlyAddresses = "the system's resolver answers addresses alone";
const onlyHttp1 = "serve HTTP/1.1 with `node:http` or `node:https`";

/** The reason for each member, module or option that is absent. */
const REASONS = {
  "The option pfx": "pass `cert` and `key` in PEM",
  "a channel of messages as a standard stream": "it is a stream after those",
  "a handle in a message": "sockets and servers belong to their process",
  "child_process._forkChild": "no program is started by another one",
  "cluster.fork": "a program is one process",
  "dns.lookupService": onlyAddresses,
  "dns.resolveAny": onlyAddresses,
  "dns.resolveCaa": onlyAddresses,
  "dns.resolveCname": onlyAddresses,
  "dns.resolveMx": onlyAddresses,
  "dns.resolveNaptr": onlyAddresses,
  "dns.resolveNs": onlyAddresses,
  "dns.resolvePtr": onlyAddresses,
  "dns.resolveSoa": onlyAddresses,
  "dns.resolveSrv": onlyAddresses,
  "dns.resolveTxt": onlyAddresses,
  "dns.reverse": onlyAddresses,
  "dns.setServers": "names are resolved as the system does",
  "http2.createSecureServer": onlyHttp1,
  "http2.createServer": onlyHttp1,
  "inspector.Session": debuggers,
  "inspector.open": debuggers,
  "inspector.waitForDebugger": debuggers,
  "messages of another serialization than JSON": "both ends read lines of JSON",
  "module.register": "modules are found by the rules of lumi; packages may replace Module._load",
  "moveMessagePortToContext": "a thread has one realm",
  "net.Socket with a file descriptor": "descriptors belong to the process of lumi",
  "node:repl": "a program has no terminal",
  "node:wasi": "WebAssembly that needs the system's interface does not run here",
  "os.getPriority": "a program does not look at other processes",
  "os.setPriority": "a program does not change processes",
  "process.abort": isolated,
  "process.dlopen": "lumi runs packages of JavaScript only",
  "process.kill": "programs send no signals; a process of node:child_process has `kill`",
  "process.setUncaughtExceptionCaptureCallback": 'listen to "uncaughtException"',
  "process.umask": isolated,
  "v8.getHeapSnapshot": heap,
  "v8.queryObjects": heap,
  "v8.writeHeapSnapshot": heap,
  "vm.measureMemory": "use v8.getHeapStatistics",
  "worker.getHeapSnapshot": "lumi makes no snapshots of heaps",
};

/** The name of something that Node has and lumi does not. */
export type Unavailable = keyof typeof REASONS;

/** The error of its use. `reason` replaces that of the table. */
export function notAvailable(what: Unavailable, reason: string = REASONS[what]): Error {
  return coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", `${what} is not available in lumi: ${reason}`);
}

/** A function that throws the error. */
export const throwing = (what: Unavailable) => (): never => {
  throw notAvailable(what);
};
