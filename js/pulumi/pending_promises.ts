// The search of the SDK of Pulumi for promises that never settle, without what it adds to each: two promises and their
// functions, a stack and three properties, which is a third of what a resource takes.

import { isPromise } from "../node/util/types.ts";
import { core } from "../web/ops.ts";

// deno-lint-ignore no-explicit-any
type Exports = Record<string, any>;
type Method = (...values: unknown[]) => unknown;

/** The part that matters here of what the SDK knows of one run: of a process, or of a program that the automation API runs in it. */
interface Store {
  leakCandidates: Set<Promise<unknown>>;
}

/** The module runtime/state of each copy of the SDK, by its folder. */
const states = new Map<string, Exports>();

/** Notes the module of a copy that knows the run. It is evaluated before the one that watches promises. */
export function noteState(filename: string, exports: Exports): void {
  states.set(folderOf(filename), exports);
}

/** The promises that a copy of the SDK watches, by the path of one of its modules. */
const candidatesOf = (filename: string): Set<Promise<unknown>> | undefined =>
  (states.get(folderOf(filename))?.["getStore"]?.() as Store | undefined)?.leakCandidates;

const folderOf = (filename: string): string => filename.slice(0, filename.lastIndexOf("/"));

/** Makes the module runtime/debuggable watch promises by looking at them at the end, and from time to time. */
export function watchLightly(filename: string, exports: Exports): void {
  const { debuggablePromise: own, leakedPromises } = exports;
  if (typeof own !== "function" || exports["debugPromiseLeaks"] === true) return;
  const candidates = (): Set<Promise<unknown>> | undefined => candidatesOf(filename);
  let limit = 1024;
  let isScheduled = false;
  exports["debuggablePromise"] = (...values: unknown[]): unknown => {
    const [promise] = values;
    const watched = candidates();
    if (!(watched instanceof Set) || !isPromise(promise)) return withoutStack(own, values);
    if (!isScheduled) {
      isScheduled = true;
      // Before the look of the SDK, which the first promise makes it schedule.
      const { process } = globalThis as unknown as { process: { on(event: string, listener: () => void): void } };
      process.on("exit", () => dropSettled(candidates()));
      return withoutStack(own, values);
    }
    watched.add(promise as Promise<unknown>);
    if (watched.size >= limit) {
      dropSettled(watched);
      limit = Math.max(1024, 2 * watched.size);
    }
    return promise;
  };
  if (typeof leakedPromises === "function") {
    exports["leakedPromises"] = () => {
      dropSettled(candidates());
      return leakedPromises();
    };
  }
}

/**
 * Makes the module runtime/settings tell the engine that everything is declared only if nothing waits for ever. A program that
 * does lacks resources: it ends with the error of the SDK, and a deployment deletes nothing of it.
 */
export function signalWhenSettled(filename: string, exports: Exports): void {
  const { signalAndWaitForShutdown: own } = exports;
  if (typeof own !== "function") return;
  exports["signalAndWaitForShutdown"] = (...values: unknown[]): unknown => {
    const watched = candidatesOf(filename);
    dropSettled(watched);
    return watched !== undefined && watched.size > 0 ? Promise.resolve() : own(...values);
  };
}

function dropSettled(watched: Set<Promise<unknown>> | undefined): void {
  for (const promise of watched ?? []) {
    if (core.getPromiseDetails(promise)[0] !== 0) watched!.delete(promise);
  }
}

/** Calls a function whose stacks nothing shows. */
function withoutStack(method: Method, values: unknown[]): unknown {
  const stacks = Error as unknown as { stackTraceLimit: number | undefined };
  const { stackTraceLimit } = stacks;
  // Without a number, V8 neither takes a stack nor writes one.
  stacks.stackTraceLimit = undefined;
  try {
    return method(...values);
  } finally {
    stacks.stackTraceLimit = stackTraceLimit;
  }
}
