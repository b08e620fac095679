// Pulumi's SDK in a program of Lumi: it has no engine there, and waits for one without a word, so that its resources
// would be missing. Each copy of it is found by what two of its modules export, as packages bring their own.

import { core } from "../web/ops.ts";
import { isProxy } from "../node/util/types.ts";
import { nameMissingCli } from "./automation.ts";

type Method = (...args: unknown[]) => unknown;
type Exports = Record<string, Method>;

/** The module that knows the engine, which every request asks for. */
const settings = ["getMonitor", "hasMonitor"];

/** The module of registrations, and its functions that take a resource first. */
const registrations = ["registerResource", "readResource"];
const ofResources = [...registrations, "getResource"];

/** The module of the Automation API that runs commands, and an older one. */
const commands = ["CommandResult", "PulumiCommand"];
const oldCommands = ["CommandResult", "runPulumiCmd"];

interface PulumiResource {
  __pulumiType?: unknown;
  __name?: unknown;
}

/** The resource that asks for the engine. */
let asking: PulumiResource | undefined;

/** Makes a module of the SDK fail where it has no engine. With mocks, or as a child of an engine, it has one. */
export function guardPulumi(exports: unknown): void {
  if (typeof exports !== "object" || exports === null || isProxy(exports)) return;
  if (hasMethods(exports, settings)) guardSettings(exports as Exports);
  else if (hasMethods(exports, registrations)) guardRegistrations(exports as Exports);
  else if (hasMethods(exports, commands) || hasMethods(exports, oldCommands)) nameMissingCli(exports as Exports);
}

function hasMethods(exports: object, names: readonly string[]): boolean {
  return names.every((name) => {
    const member = Object.getOwnPropertyDescriptor(exports, name);
    return member?.writable === true && typeof member.value === "function";
  });
}

function guardSettings(exports: Exports): void {
  const getMonitor = exports["getMonitor"]!;
  exports["getMonitor"] = () => {
    const monitor = getMonitor();
    if (monitor !== undefined && monitor !== null) return monitor;
    const { __pulumiType: type, __name: name } = asking ?? {};
    return core.ops.op_lumi_no_engine(typeof type === "string" ? type : "", typeof name === "string" ? name : "");
  };
}

function guardRegistrations(exports: Exports): void {
  for (const name of ofResources) {
    const method = exports[name];
    if (typeof method !== "function") continue;
    exports[name] = (...args) => {
      const before = asking;
      asking = args[0] as PulumiResource;
      try {
        return method(...args);
      } finally {
        asking = before;
      }
    };
  }
}
