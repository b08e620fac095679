// The SDK of Pulumi as its program loads it: heavy parts are evaluated when they are first used, and what costs much and
// serves only the debugging of the SDK is left out.

import { isProxy } from "../node/util/types.ts";
import { core } from "../web/ops.ts";
import { nameMissingCli } from "./automation.ts";
import { noteState, signalWhenSettled, watchLightly } from "./pending_promises.ts";
import { findPositionsFast } from "./source_positions.ts";

/** The answer of `op_lumi_services` if the work of the SDK is not shown. */
const QUIET = 1;

type Exports = Record<string, unknown>;

/** The ends of paths in the SDK, and packages that it requires: large, and of use to few programs. */
const late = [
  /\/@pulumi\/pulumi\/automation\/index\.js$/,
  /\/@pulumi\/pulumi\/provider\/index\.js$/,
  /\/@pulumi\/pulumi\/typescript-shim\.js$/,
  /\/@npmcli\/arborist\/lib\/index\.js$/,
  /\/@opentelemetry\/api\/build\/src\/index\.js$/,
  /\/typescript\/lib\/typescript\.js$/,
  /\/semver\/index\.js$/,
  /\/js-yaml\/index\.js$/,
  /\/normalize-package-data\/lib\/normalize\.js$/,
  /\/read-package-tree\/rpt\.js$/,
];

const isOfSdk = /\/@pulumi\/pulumi\//;

/** Whether a module that the SDK requires is evaluated when it is first used. */
export const isLate = (location: string, from: string): boolean =>
  isOfSdk.test(from) && !from.includes("/vendor/") && late.some((it) => it.test(location));

/**
 * The exports of a module that `load` evaluates. It has the mark of compiled modules, which importers ask for at once; the
 * default of a module that is none is therefore all that it exports.
 */
export function lateExports(load: () => unknown): object {
  let loaded: Exports | undefined;
  const exports = (): Exports => loaded ??= load() as Exports;
  const member = (name: string | symbol): unknown =>
    name === "default" && exports()["__esModule"] !== true ? exports() : exports()[name as string];
  return new Proxy({}, {
    get: (_, name) => name === "__esModule" ? true : member(name),
    set: (_, name, value) => Reflect.set(exports(), name, value),
    has: (_, name) => name in exports(),
    ownKeys: () => Reflect.ownKeys(exports()),
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Object.getOwnPropertyDescriptor(exports(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

/** Changes a module of the SDK that has just been evaluated. */
export function changeSdk(filename: string, exports: unknown): void {
  if (!isOfSdk.test(filename) || typeof exports !== "object" || exports === null || isProxy(exports)) return;
  if (filename.endsWith("/runtime/state.js")) noteState(filename, exports as Exports);
  if (filename.endsWith("/@pulumi/pulumi/resource.js")) findPositionsFast(exports as Exports);
  if (filename.endsWith("/runtime/debuggable.js")) watchLightly(filename, exports as Exports);
  if (filename.endsWith("/runtime/settings.js")) signalWhenSettled(filename, exports as Exports);
  if (filename.endsWith("/automation/cmd.js")) nameMissingCli(exports as Exports);
  // Every other module of the SDK needs this one, so it is the first to load.
  if (filename.endsWith("/@pulumi/pulumi/log/index.js")) {
    withoutColors();
    if (core.ops.op_lumi_services() === QUIET) quiet(exports as Exports);
  }
}

type Inspect = (value: unknown, options?: { colors?: boolean }) => string;

/** The SDK asks for errors in colours, which messages do not have. */
function withoutColors(): void {
  const { default: util } = core.createLazyLoader("lumi:/node/util/util.ts")() as { default: { inspect: Inspect } };
  util.inspect = new Proxy(util.inspect, {
    apply: (inspect, self, values: unknown[]) => {
      const [value, options] = values;
      const isColored = value instanceof Error && (options as { colors?: boolean } | undefined)?.colors === true;
      const plain = isColored ? [value, { ...(options as object), colors: false }] : values;
      return Reflect.apply(inspect, self, plain as Parameters<Inspect>);
    },
  });
}

/** The messages of the SDK about its own work, which are shown nowhere. */
const ofOwnWork = /^(Registering|Reading) resource: t=| RPC (prepared|finished): |, obj=/;

function quiet(exports: Exports): void {
  const { debug } = exports;
  if (typeof debug !== "function") return;
  exports["debug"] = (message: string, ...rest: unknown[]): unknown =>
    ofOwnWork.test(message) ? Promise.resolve() : debug(message, ...rest);
}

/** Puts the place in front of the stack of a syntax error, as Node does: the SDK shows no frames of one. */
export function showPlace(error: unknown, filename: string): unknown {
  if (!(error instanceof SyntaxError)) return error;
  const [, line, column] = /:(\d+):(\d+)$/.exec(String((error as { lumiPosition?: unknown }).lumiPosition)) ?? [];
  if (line === undefined) return error;
  const text = core.ops.op_lumi_file_read_text(filename).split("\n")[Number(line) - 1] ?? "";
  error.stack = `${filename}:${line}\n${text}\n${" ".repeat(Number(column) - 1)}^\n\n${error.stack}`;
  return error;
}
