// Requests to the file system (src/node/files/file_request.rs), and the forms in which programs make
// them: synchronous, with a callback, or with a promise.

import { $advance, $fail } from "../../primordials.ts";
import { core } from "../../web/ops.ts";
import { complete } from "../completions.ts";
import { invalidArgType } from "../node_errors.ts";

/** A request to the host. All members are set, so that none is looked up in a prototype. */
export type FileRequest =
  | { access: { path: string; mode: number } }
  | { changeFolder: { path: string } }
  | { chmod: { path: string; mode: number } }
  | { chown: { path: string; user: number; group: number; entry: boolean } }
  | { close: { file: number } }
  | { copy: { path: string; to: string; mode: number } }
  | { fileChmod: { file: number; mode: number } }
  | { fileChown: { file: number; user: number; group: number } }
  | { fileStat: { file: number } }
  | { fileTimes: { file: number; accessed: number; modified: number } }
  | { fileTruncate: { file: number; length: number } }
  | { link: { path: string; to: string } }
  | { list: { path: string } }
  | { mkdir: { path: string; mode: number; syscall: "mkdir" | "mkdtemp"; onTheWayTo: string | null } }
  | { open: { path: string; flags: number; mode: number } }
  | { read: { file: number; length: number; position: number } }
  | { readFile: { path: string; flags: number } }
  | { readLink: { path: string } }
  | { realPath: { path: string } }
  | { remove: { path: string; what: "file" | "emptyFolder" | "everything" } }
  | { rename: { path: string; to: string } }
  | { stat: { path: string; entry: boolean } }
  | { statFs: { path: string } }
  | { symlink: { path: string; target: string } }
  | { sync: { file: number; data: boolean } }
  | { times: { path: string; accessed: number; modified: number; entry: boolean } }
  | { write: { file: number; position: number } }
  | { writeFile: { path: string; flags: number; mode: number } };

/** A request with the bytes to write. */
export interface WriteRequest {
  request: FileRequest;
  data: Uint8Array;
}

/** Something that another part of the program answers, possibly later. */
export interface Question {
  ask: () => unknown;
}

/**
 * An operation in steps: each is a request, an operation, or a question, and gets its answer. One
 * definition makes all three forms.
 */
// deno-lint-ignore no-explicit-any
export type Steps<T> = Generator<FileRequest | WriteRequest | Question | Steps<any>, T, any>;

const nothing = new Uint8Array();

// deno-lint-ignore no-explicit-any
const isSteps = (it: any): it is Steps<unknown> => typeof it.next === "function";

export function runSync<T>(steps: Steps<T>): T {
  let step = $advance(steps, undefined);
  while (!step.done) {
    let answer: unknown;
    try {
      answer = answerSync(step.value);
    } catch (error) {
      step = $fail(steps, error);
      continue;
    }
    step = $advance(steps, answer);
  }
  return step.value;
}

function answerSync(step: FileRequest | WriteRequest | Question | Steps<unknown>): unknown {
  if (isSteps(step)) return runSync(step);
  if ("ask" in step) return step.ask();
  return "request" in step ? core.ops.op_lumi_file(step.request, step.data) : core.ops.op_lumi_file(step, nothing);
}

export async function runAsync<T>(steps: Steps<T>, step = $advance(steps, undefined)): Promise<T> {
  while (!step.done) {
    let answer: unknown;
    try {
      answer = await answerAsync(step.value);
    } catch (error) {
      step = $fail(steps, error);
      continue;
    }
    step = $advance(steps, answer);
  }
  return step.value;
}

function answerAsync(step: FileRequest | WriteRequest | Question | Steps<unknown>): unknown {
  if (isSteps(step)) return runAsync(step);
  if ("ask" in step) return step.ask();
  const { op_lumi_file_later } = core.ops;
  return "request" in step ? op_lumi_file_later(step.request, step.data) : op_lumi_file_later(step, nothing);
}

/** The first elements of a tuple, whose number is one of N, then a callback. */
type Prefixes<R extends unknown[], N, C> =
  | (R["length"] extends N ? [...R, callback: C] : never)
  | (R extends [...infer S, unknown] ? Prefixes<S, N, C> : never);

/** The arguments of an operation, then a callback; optional arguments may be left out. */
export type ArgumentsWithCallback<A extends unknown[], C> = Prefixes<Required<A>, A["length"], C>;

/** The arguments of a callback after the error. */
export type Values<T> = T extends void ? [] : T extends undefined ? [] : [value: T];

/** Checks its arguments in its first step at the latest. */
export type Operation<A extends unknown[], T> = (...args: A) => Steps<T>;

export interface Forms<A extends unknown[], T, V extends unknown[] = [value: T]> {
  sync: (...args: A) => T;
  promise: (...args: A) => Promise<T>;
  callback: (...args: ArgumentsWithCallback<A, (error: Error | null, ...values: V) => void>) => void;
}

export function checkCallback(callback: unknown): asserts callback is (...args: unknown[]) => void {
  if (typeof callback !== "function") throw invalidArgType("cb", "of type function", callback);
}

/** Calls back with what comes of a promise. What the callback throws is an error of the program. */
export function report<T>(
  promise: Promise<T>,
  callback: (...args: unknown[]) => void,
  values: (value: T) => unknown[] = (value) => [value],
): void {
  promise.then(
    (value) => complete(() => value === undefined ? callback(null) : callback(null, ...values(value))),
    (error) => complete(() => callback(error)),
  );
}

export const named = <F>(name: string, it: F): F =>
  Object.defineProperty(it, "name", { value: name, configurable: true });

const customPromise = Symbol.for("nodejs.util.promisify.custom");

/** The three forms of an operation. `values` are what a callback gets, if that is not the result. */
export function formsOf<A extends unknown[], T, V extends unknown[] = Values<T>>(
  name: string,
  operation: Operation<A, T>,
  values?: (value: T) => V,
): Forms<A, T, V> {
  const promise = named(name, async (...args: A) => await runAsync(operation(...args)));
  const callback = named(name, (...args: unknown[]) => {
    const callback = args.pop();
    // Another last argument is not a callback of the wrong type, but one of the others.
    checkCallback(typeof callback === "function" ? callback : undefined);
    const steps = operation(...args as A);
    // The first step checks the arguments, and what it throws is thrown at once.
    report(runAsync(steps, $advance(steps, undefined)), callback as () => void, values);
  });
  if (values !== undefined) Object.defineProperty(callback, customPromise, { value: promise });
  return {
    sync: named(`${name}Sync`, (...args: A) => runSync(operation(...args))),
    promise,
    callback: callback as Forms<A, T, V>["callback"],
  };
}
