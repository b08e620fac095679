// The boundary between the SDK and the host: every native op of the SDK, with its types. Ops are
// late-bound: read from `core.ops` when called, never while the snapshot is made, when stubs are in
// their place (see src/host/build).

/**
 * The kind of a resource; a remote one is a component that its provider constructs. `src/host/ops`
 * uses the same numbers.
 */
export const Kind = { Custom: 0, Component: 1, Provider: 2, Remote: 3 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Whether the resource is a component, without an object of its own. */
export function isGroup(kind: Kind): boolean {
  return kind === Kind.Component || kind === Kind.Remote;
}

/** Index of a resource in declaration order, which identifies it across the boundary. */
export type Serial = number;

/**
 * Input trees are plain JavaScript data: null, booleans, numbers, strings, arrays and plain
 * objects, plus the symbol `unknown` and instances of `Marker`. `undefined` members are left out.
 */
export type Wire = unknown;

/** A value that plain data cannot express. The host recognises it by its prototype. */
export class Marker {
  constructor(
    /**
     * "secret": the payload is a Wire. "resource": a Serial. "asset" and "archive": an AssetWire. "ephemeral":
     * the text of a reference.
     */
    readonly kind: "secret" | "resource" | "asset" | "archive" | "ephemeral",
    readonly payload: unknown,
  ) {}
}

/** The value of a hole. The host recognises it by identity. */
export const unknown: unique symbol = Symbol("lumi.unknown");

/** kind/body: text -> the text; function -> its module; file -> path; remote -> URI; assets -> Record<string, Marker>. */
export interface AssetWire {
  kind: "text" | "file" | "remote" | "assets" | "function";
  body: unknown;
  /**
   * Whether the body of a text is base64-encoded bytes: true or absent, as in the JSON of a graph.
   */
  base64?: true;
  /** SHA-256 in hex from op_lumi_asset_hash; absent for remote ones. */
  hash?: string;
}

export interface RunContext {
  project: string;
  stack: string;
  /** True in `lumi run` and `preview`: nothing is deployed. */
  dryRun: boolean;
  /**
   * Whether every registration is answered at once, with its inputs as outputs and an unknown id,
   * so that op_lumi_plan can be used.
   */
  plans?: boolean;
  /** Whether the program continues to its end after resources have failed, which the engine reports. */
  continuesOnError?: boolean;
  /** The absolute path of the project folder. */
  directory: string;
  args: string[];
  /** Of a script: the flags of Node that it was started with. */
  flags?: string[];
  /** The use of the entry module. */
  mode: "program" | "script" | "test" | "call" | "serve" | "worker";
  /** Whether the process that started a script has a channel of messages to it. */
  hasChannel?: boolean;
  /** Runs only tests whose name contains this text; empty or absent for all. */
  testFilter?: string;
  /** Whether unknown outputs have made-up values, and which of them becomes known next; absent in other runs. */
  tried?: "first" | "last" | undefined;
}

/** The monitor's answer to a registration. */
export interface Registered {
  /** A string or `unknown`; undefined for components. */
  id?: Wire;
  /** The outputs; null means "equal to the inputs". */
  outputs: Record<string, Wire> | null;
  /**
   * Whether an absent output is undefined, as after a deployment. Otherwise it is a hole, as in a
   * plan.
   */
  complete: boolean;
}

/** Options for the host: resources as serials, all values settled. */
export interface OptionsWire {
  dependsOn?: Serial[];
  protect?: boolean;
  ignoreChanges?: string[];
  replaceOnChanges?: string[];
  hideDiffs?: string[];
  deleteBeforeReplace?: boolean;
  aliases?: (string | AliasWire)[];
  provider?: Serial;
  providers?: Record<string, Serial>;
  import?: string;
  retainOnDelete?: boolean;
  deletedWith?: Serial;
  replaceWith?: Serial[];
  replacementTrigger?: Wire;
  envVarMappings?: Record<string, string>;
  /** The names of hooks, by step. */
  hooks?: Record<string, string[]>;
  customTimeouts?: { create?: string; update?: string; delete?: string };
  additionalSecretOutputs?: string[];
  version?: string;
  /** Resources whose outputs the declaring code awaited. */
  declaredAfter?: Serial[];
}

export interface AliasWire {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** A URN. */
  parent?: string;
}

/** The module of a function. */
export interface ClosureWire {
  /** The name of the entry module. */
  entry: string;
  /** The deployed files: texts by file name. */
  files: Record<string, string>;
  hash: string;
  /** [variable, serial of a resource, its output], or [variable, -1, the key of a Property]. */
  environment: [string, Serial, string][];
  /** Resource, use, member, and the lines in the program's files that use it. */
  dependencies: [Serial, "access" | "props", string, string[]][];
}

/**
 * A function of the program that answers calls of the engine, with `op_lumi_dynamic_answer` or `op_lumi_dynamic_fail`; false
 * if it will not.
 */
export type Serve = (number: number, method: string, urn: string, type: string, args: Wire[]) => boolean;

/** The names of a package: a name and a token, the next name and token, and so on. */
/** Names may have namespaces before them: `s3.Bucket`. */
export interface PackageNames {
  /** Name, token and kind of each: `c` for a component, `m` for one with methods, `cm` for both. */
  resources: string[];
  /** Name and token of each, as in the lists below. */
  data: string[];
  ephemeral: string[];
  functions: string[];
  enums: string[];
  /** Whether functions take a list of arguments instead of one object. */
  isPositional: boolean;
  /** Whether functions are beside the classes of their namespaces. */
  isBeside: boolean;
  /** The parts of the exported names that the program asks for. */
  parts: number[];
}

type CallContext = [number: number, traceparent: string, deadline: number, isRetried: boolean];

/** A call of a served function. */
export type Call =
  | [...CallContext, args: string]
  | [...CallContext, head: string, body: string | Uint8Array | true];

export interface Ops {
  /** Facts of this run. */
  op_lumi_context(): RunContext;
  /** All configuration: full key ("project:key") to value; structured values are JSON text. */
  op_lumi_config(): Record<string, { value: string; secret: boolean }>;
  /**
   * Declares a resource: checks type and name, refuses a duplicate URN (an Error with both source
   * positions), and records the source position. `classes` are the names of the user's own
   * subclasses from new.target up to (not including) the SDK class, so that the position is that of
   * `new` and not of a `super(...)` call. `parent` is -1 for none.
   */
  op_lumi_declare(type: string, name: string, kind: Kind, parent: Serial, classes: string[]): Serial;
  op_lumi_urn(serial: Serial): string;
  /** The innermost frame of the running program, as `file:line:column`; empty if there is none. */
  op_lumi_position(): string;
  /**
   * Registers a declared resource whose inputs are settled. `edges` is flat:
   * [path, serial, path, serial, ...], path being an input path such as "rules[0].port".
   */
  op_lumi_register(
    serial: Serial,
    inputs: Record<string, Wire>,
    edges: (string | Serial)[],
    options: OptionsWire | null,
  ): Promise<Registered>;
  /**
   * Registers resources whose inputs are plain data without markers. JSON of a flat array: [serial, inputs,
   * edges, serial, inputs, edges, ...], with `{"$lumi":"unknown"}` for holes; no other object has a
   * key `$lumi`.
   */
  op_lumi_plan(registrations: string): void;
  /**
   * Reads an existing resource instead of creating it (`get`, StackReference). Arguments as for
   * register. The outputs of a StackReference are `{ outputs: { NAME: value } }`, each secret or
   * not.
   */
  op_lumi_read(
    serial: Serial,
    id: Wire,
    inputs: Record<string, Wire>,
    edges: (string | Serial)[],
    options: OptionsWire | null,
  ): Promise<Registered>;
  /** The names of a package that the program imports. */
  op_lumi_package(name: string): PackageNames;
  /** The names and values of an enumeration. */
  op_lumi_package_enum(token: string): [string, string | number | boolean][];
  /** The names and tokens of the methods of a class, flat. */
  op_lumi_package_methods(token: string): string[];
  /** Whether the answer of a function or a method has one member, which is the result. */
  op_lumi_package_single(token: string): boolean;
  /**
   * Each name of an output of a type, and the name that programs know it by, flat; null if the type
   * belongs to no imported package.
   */
  op_lumi_package_outputs(type: string): string[] | null;
  /**
   * The problems of the inputs of a resource, which may be one that is read, or of the arguments of
   * a function, each after the path that it is about, flat.
   */
  op_lumi_package_check(token: string, isRead: boolean, given: Record<string, Wire>): string[];
  /** An input of a resource in the shape in which its provider answers it. */
  op_lumi_package_echo(token: string, name: string, given: Wire): Wire;
  /** For each path of an option, why it names no property of a type; empty for those that do. */
  op_lumi_package_unmatched(token: string, ofOutputs: boolean, paths: readonly string[]): string[];
  /**
   * Says that a resource was declared and will not be registered, and which failure is the cause; empty if the failure
   * is its own.
   */
  op_lumi_abandon(serial: Serial, options: OptionsWire | null, cause: string): void;
  /**
   * Registers a function of the program that the engine calls before and after steps, or when one has failed. The engine
   * calls `serve` with the name of the function and its arguments.
   */
  op_lumi_hook(name: string, ofErrors: boolean, onDryRun: boolean, ignoreErrors: boolean, serve: Serve): Promise<void>;
  /** Answers a call of a hook or of a dynamic provider. */
  op_lumi_dynamic_answer(number: number, answer: Wire): void;
  /** Reports that the function threw `error`; `unknown`: it may have taken effect nevertheless. */
  op_lumi_dynamic_fail(number: number, unknown: boolean, error: unknown): void;
  /** Sets the outputs of a component; settles its registration. */
  op_lumi_register_outputs(serial: Serial, outputs: Record<string, Wire>): Promise<void>;
  /** Calls a provider function. Resolves to `unknown` if only a deployment can answer. */
  op_lumi_invoke(token: string, args: Record<string, Wire>, provider: Serial, version: string): Promise<Wire>;
  /** Calls a method of a resource. */
  op_lumi_call(token: string, self: Serial, args: Record<string, Wire>): Promise<Wire>;
  /**
   * Sets the stack's outputs, once, at the end of the program. `opened` are the texts in them that
   * `unsecret` opened.
   */
  op_lumi_set_outputs(outputs: Record<string, Wire>, opened: string[]): void;
  /** Reports texts that the program made secret, which messages must not quote. */
  op_lumi_note_secrets(texts: string[]): void;
  /** Takes note that a deployment of the program may differ from its plan. */
  op_lumi_note_unrepeatable(): void;
  op_lumi_note_planned_outputs(): void;
  /** level: 0 debug, 1 info, 2 warn, 3 error. serial -1: no resource. */
  op_lumi_log(level: number, message: string, serial: Serial): void;
  /**
   * SHA-256 (hex) of the content of an asset or archive, including kind "base64"; reads files
   * through the sandbox.
   */
  op_lumi_asset_hash(archive: boolean, kind: string, body: unknown): string;
  /**
   * Captures a function or another object. Returns its number, or the pending promises that it
   * captures: call again when they have settled. `classify` classifies a value, also as a possible
   * export of `modules`.
   */
  op_lumi_closure_capture(
    callback: (...args: never[]) => unknown,
    classify: (value: unknown, modules?: readonly string[]) => unknown,
  ): { number: number; pending: undefined } | { pending: Promise<unknown>[] };
  /** Writes the module of a captured function. */
  op_lumi_closure_write(number: number): Promise<ClosureWire>;
  /** Records that a resource takes the function as an input at this path. */
  op_lumi_closure_own(number: number, serial: Serial, path: string): void;
  /** Reports the result of the called function, as JSON. */
  op_lumi_result(json: string): void;
  /** Waits until `lumi closure serve` has sent calls; false when there will be no more. */
  op_lumi_calls_ready(): Promise<boolean>;
  /**
   * The next call that was sent: its number, its traceparent (or nothing), its deadline in milliseconds since the epoch (or 0),
   * and whether it comes again if it fails; then the JSON of its arguments, or the head and the body of a request of HTTP, which is
   * true if it comes in parts; null if there is none.
   */
  op_lumi_call_take(): Call | null;
  /**
   * Sends a record of telemetry to the platform, as JSON of `WorkerRecord` (`src/platform/telemetry/worker_record.rs`); with
   * `isUrgent` at once, otherwise with those that follow within milliseconds.
   */
  op_lumi_telemetry(json: string, isUrgent: boolean): void;
  /** `json` is empty for undefined. */
  op_lumi_call_answer(number: number, json: string): void;
  /**
   * Answers a request of HTTP. `headers` has a line for each name, and one for its value; `body` is text, bytes, undefined,
   * or true if it follows in parts. False, and no answer, if the body is to be base64 and is not.
   */
  op_lumi_call_answer_http(number: number, status: number, headers: string, body: unknown, isBase64: boolean): boolean;
  /** Sends a part of a body once there is room for it; false if the client has gone. */
  op_lumi_call_part(number: number, part: Uint8Array): Promise<boolean>;
  /** Ends a body that was sent in parts. */
  op_lumi_call_end(number: number): void;
  /** The next part of the body of a request that comes in parts; null at its end. */
  op_lumi_call_read(number: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Reads no more of such a body. */
  op_lumi_call_cancel(number: number): void;
  op_lumi_call_fail(number: number, error: unknown): void;
  /**
   * Reports a finished test of `lumi test`. `error` is the thrown value; undefined for a passed
   * test.
   */
  op_lumi_test_result(
    name: string,
    outcome: "passed" | "failed" | "skipped",
    milliseconds: number,
    error: unknown,
  ): void;
}

/** A resource input that is unsettled when nothing else can run. */
export interface Waiting {
  /**
   * The resource, or -1 for "outputs.NAME" of the stack, a pending "await", or `invoke "TOKEN"`.
   */
  serial: Serial;
  /** Input path, or "options.dependsOn" and the like. */
  path: string;
  /** Unregistered resources whose registration it waits for. */
  resources: Serial[];
  /** Whether it waits for a native promise or a Property.pending() that has not settled. */
  promise: boolean;
}

/** The result of `idle` when the event loop is empty. */
export interface IdleReport {
  /** Something was settled as unknown: run the loop again. */
  progress: boolean;
  /** Holes that the program awaits: serial (or -1) and output path, e.g. {serial: 3, path: "id"}. */
  awaited: { serial: Serial; path: string }[];
  /**
   * Code that did not run because it waits for unknown values, and that may declare resources: the
   * position of the unknown value, and the resources that its declarations depend on.
   */
  unseen: { serial: number; path: string; origins: Serial[] }[];
  /**
   * For each callback that a failure kept from being called, and that may declare resources, those that its argument is
   * made of. Empty unless `continuesOnError` of the context is set.
   */
  failed: Serial[][];
  /** Operations that can never start. */
  waiting: Waiting[];
  /** Serials of resources that wait for each other in a circle, in order; empty if none. */
  cycle: Serial[];
}

/**
 * Functions that the host calls. `js/lumi/main.ts` stores them in `globalThis.__lumi`; the host
 * removes that member.
 */
export interface HostHooks {
  /** Called first, at every start. */
  start?(): void;
  unknown: typeof unknown;
  markerPrototype: object;
  /**
   * Called once after the entry module was evaluated: calls a default export that is a function and
   * sets the outputs, or runs the tests. Settles at the end of the program.
   */
  finish(namespace: Record<string, unknown>): Promise<void>;
  idle(): IdleReport;
  /** Runs ticks of the entry module, which come before its timers. */
  drainTicks(): void;
  /** Calls a method of the provider object that the module at `url` exports. */
  serveStored(url: string, number: number, method: string, urn: string, type: string, args: Wire[]): void;
  /** Called before the program by `--check-determinism`: see js/web/seeded_run.ts. */
  disturb?(seed: number): void;
  /** Called before a file of tests of a program of Pulumi: makes the functions of Mocha global. */
  installMocha(): void;
}

declare const Deno: { core: { ops: Ops; createLazyLoader<T>(specifier: string): () => T } };
const core = Deno.core;

/** A module of the SDK outside the snapshot, compiled on first use. */
export function loadLate<T>(module: string): () => T {
  return core.createLazyLoader<T>(`lumi:/${module}`);
}

/** The native ops. */
export const ops = (): Ops => core.ops;
