// The boundary between the SDK and the host: every native op the SDK calls, with its types.
// Ops are late-bound: read from `core.ops` when called, never while the snapshot is made, when
// stand-ins are in their place (see src/host/build).

/** What a resource is; a remote one is a component that its provider makes. `src/host/ops` knows the numbers. */
export const Kind = { Custom: 0, Component: 1, Provider: 2, Remote: 3 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Whether it is a group of others and nothing physical. */
export function isGroup(kind: Kind): boolean {
  return kind === Kind.Component || kind === Kind.Remote;
}

/** Position of a resource in declaration order: how resources are named across the boundary. */
export type Serial = number;

/**
 * Input trees cross as plain JavaScript data: null, booleans, numbers, strings, arrays and plain
 * objects, plus the identity `unknown` and instances of `Marker`. `undefined` members are gone.
 */
export type Wire = unknown;

/** A value that plain data cannot express. The host recognises it by its prototype. */
export class Marker {
  constructor(
    /** "secret": payload is a Wire. "resource": payload is a Serial. "asset" and "archive": payload is an AssetWire. */
    readonly kind: "secret" | "resource" | "asset" | "archive",
    readonly payload: unknown,
  ) {}
}

/** The one value that stands for a hole. The host recognises it by identity. */
export const unknown: unique symbol = Symbol("lumi.unknown");

/** kind/body: text -> the text; function -> its module; file -> path; remote -> URI; assets -> Record<string, Marker>. */
export interface AssetWire {
  kind: "text" | "file" | "remote" | "assets" | "function";
  body: unknown;
  /** The body of a text is bytes in base64: true or absent, as in the JSON of a graph. */
  base64?: true;
  /** SHA-256 in hex as answered by op_lumi_asset_hash; absent for remote ones. */
  hash?: string;
}

export interface RunContext {
  project: string;
  stack: string;
  /** True in `lumi run` and `preview`: nothing is deployed. */
  dryRun: boolean;
  /**
   * True if every registration is answered at once, with its inputs as outputs and an unknown id:
   * op_lumi_plan takes it as well.
   */
  plans?: boolean;
  /** The project folder, absolute. */
  directory: string;
  args: string[];
  /** What the host does with the entry module: evaluate a program, or run its tests. */
  mode: "program" | "test" | "call" | "serve";
  /** Of the tests, only those whose name contains this are run; empty or absent for all. */
  testFilter?: string;
}

/** What the monitor answers to a registration. */
export interface Registered {
  /** String or `unknown`; undefined for components. */
  id?: Wire;
  /** Output tree; null means "as the inputs". */
  outputs: Record<string, Wire> | null;
  /** True after a deployment: an output that is absent is undefined. False in a plan: it is a hole. */
  complete: boolean;
}

/** Options as the host reads them: resources by serial, everything settled. */
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
  customTimeouts?: { create?: string; update?: string; delete?: string };
  additionalSecretOutputs?: string[];
  version?: string;
  /** Resources whose outputs the code waited for that declares this one. */
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
  /** What is deployed: texts by file name. */
  files: Record<string, string>;
  hash: string;
  /** [variable, serial of a resource, its output], or [variable, -1, the key of a Property]. */
  environment: [string, Serial, string][];
  dependencies: [Serial, "access" | "props", string][];
}

export interface Ops {
  /** Facts of this run. */
  op_lumi_context(): RunContext;
  /** All configuration: full key ("project:key") to value; structured values are JSON text. */
  op_lumi_config(): Record<string, { value: string; secret: boolean }>;
  /**
   * Declares a resource: checks type and name, refuses a duplicate URN (an Error showing both
   * source positions), and records where in the
   * user's source this happens. `classes` are the names of the user's own subclasses from
   * new.target up to (not including) the SDK class, so that the position is that of `new` and not
   * of a `super(...)` call. `parent` is -1 for none.
   */
  op_lumi_declare(type: string, name: string, kind: Kind, parent: Serial, classes: string[]): Serial;
  op_lumi_urn(serial: Serial): string;
  /** The innermost frame of the program that runs, as `file:line:column`; empty if there is none. */
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
   * Reads an existing resource instead of creating it (`get`, StackReference). Same shape as
   * register. The outputs of a StackReference are `{ outputs: { NAME: value } }`, each secret or not.
   */
  op_lumi_read(
    serial: Serial,
    id: Wire,
    inputs: Record<string, Wire>,
    edges: (string | Serial)[],
    options: OptionsWire | null,
  ): Promise<Registered>;
  /** The outputs of a component; settles its registration. */
  op_lumi_register_outputs(serial: Serial, outputs: Record<string, Wire>): Promise<void>;
  /** A provider function. Answers `unknown` when only a deployment can tell. */
  op_lumi_invoke(token: string, args: Record<string, Wire>, provider: Serial, version: string): Promise<Wire>;
  /** A method of a resource. */
  op_lumi_call(token: string, self: Serial, args: Record<string, Wire>): Promise<Wire>;
  /** The stack's outputs, once, at the end of the program. */
  op_lumi_set_outputs(outputs: Record<string, Wire>): void;
  /** level: 0 debug, 1 info, 2 warn, 3 error. serial -1: no resource. */
  op_lumi_log(level: number, message: string, serial: Serial): void;
  /** SHA-256 (hex) of an asset's or archive's content, of kind "base64", too; reads files through the sandbox. */
  op_lumi_asset_hash(archive: boolean, kind: string, body: unknown): string;
  /**
   * Captures a function, or another object. Answers its number, or promises that it captures and that are still
   * pending: when they are settled, it can be asked again. `classify` tells what the SDK knows of a
   * value, or of one that may be exported by one of `modules`.
   */
  op_lumi_closure_capture(
    callback: (...args: never[]) => unknown,
    classify: (value: unknown, modules?: readonly string[]) => unknown,
  ): { number: number; pending: undefined } | { pending: Promise<unknown>[] };
  /** The module of a captured function. */
  op_lumi_closure_write(number: number): Promise<ClosureWire>;
  /** A resource takes the function as an input at this path. */
  op_lumi_closure_own(number: number, serial: Serial, path: string): void;
  /** What the called function came to, as JSON. */
  op_lumi_result(json: string): void;
  /**
   * The next call for `lumi closure serve`, as its number and the JSON of its arguments; null when
   * there will be no more.
   */
  op_lumi_next_call(): Promise<[number, string] | null>;
  /** `json` is empty for undefined. */
  op_lumi_call_answer(number: number, json: string): void;
  op_lumi_call_fail(number: number, error: unknown): void;
  /** One finished test of `lumi test`. `error` is whatever it threw; undefined when it passed. */
  op_lumi_test_result(
    name: string,
    outcome: "passed" | "failed" | "skipped",
    milliseconds: number,
    error: unknown,
  ): void;
}

/** A resource input that is not settled when nothing else can run. */
export interface Waiting {
  /** The resource, or -1 for "outputs.NAME" of the stack, a pending "await", or `invoke "TOKEN"`. */
  serial: Serial;
  /** Input path, or "options.dependsOn" and the like. */
  path: string;
  /** Resources whose registration it waits for (they are unregistered, too). */
  resources: Serial[];
  /** The program waits for a native promise or a Property.pending() that is not settled. */
  promise: boolean;
}

/** What `idle` answers when the event loop has nothing left to do. */
export interface IdleReport {
  /** Something was settled as unknown: run the loop again. */
  progress: boolean;
  /** Holes that the program awaits: serial (or -1) and output path, e.g. {serial: 3, path: "id"}. */
  awaited: { serial: Serial; path: string }[];
  /**
   * Code that did not run, as what it waits for is not known, and that may declare resources: the
   * place of the hole, and the resources that what it declares hangs on.
   */
  unseen: { serial: number; path: string; origins: Serial[] }[];
  /** Registrations that can never happen. */
  waiting: Waiting[];
  /** Serials of resources that wait for each other in a circle, in order; empty if none. */
  cycle: Serial[];
}

/** What the host calls; `js/lumi/main.ts` puts it at `globalThis.__lumi`, the host takes it away. */
export interface HostHooks {
  /** Called first, at every start. */
  start?(): void;
  unknown: typeof unknown;
  markerPrototype: object;
  /**
   * Once, after the entry module has been evaluated: calls a default export that is a function,
   * collects outputs and sets them (or runs the tests). Settles when the program is over.
   */
  finish(namespace: Record<string, unknown>): Promise<void>;
  idle(): IdleReport;
  /** Calls a method of the provider object that the module at `url` exports. */
  serveKept(url: string, number: number, method: string, urn: string, type: string, args: Wire[]): void;
  /** Before the program, to find out whether it depends on chance: see js/web/seeded_run.ts. */
  disturb?(seed: number): void;
}

declare const Deno: { core: { ops: Ops; createLazyLoader<T>(specifier: string): () => T } };
const core = Deno.core;

/** One of the SDK's modules that are not in the snapshot, compiled when it is first asked for. */
export function loadLate<T>(module: string): () => T {
  return core.createLazyLoader<T>(`lumi:/${module}`);
}

/** The native ops. */
export const ops = (): Ops => core.ops;
