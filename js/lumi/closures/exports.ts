// The ways by which code elsewhere reaches functions and objects of Lumi.

import * as sdk from "../index.ts";
import { loadLate } from "../protocol/ops.ts";
import * as testing from "../testing.ts";
import type { Call } from "../../node/util/derived.ts";

/** An import. */
interface Exported {
  readonly kind: "import";
  readonly specifier: string;
  readonly name: string;
}

/** A member of an exported class or object, or of the prototype of a class. */
interface MemberOf {
  readonly kind: "member";
  readonly owner: object;
  /** An identifier. */
  readonly name: string;
}

export type Reached = Exported | MemberOf | { readonly kind: "call" } & Call;

/** The module in which `node:util` notes its calls; both are loaded on first use. */
type Derived = typeof import("../../node/util/derived.ts");

/** Modules that are loaded at start; others are loaded on first use. */
const early: Record<string, Record<string, unknown>> = { "lumi": sdk, "lumi/testing": testing };

let known: Map<unknown, Exported | MemberOf> | undefined;

/**
 * The way to `value`; undefined if there is none. `modules` are Lumi's modules: specifier, URL,
 * specifier, ...
 */
export function reachedAs(value: unknown, modules: readonly string[]): Reached | undefined {
  const call = loadLate<Derived>("node/util/derived.ts")().callThatMade(value);
  if (call !== undefined) return { kind: "call", ...call };
  return (known ??= allOf(modules)).get(value);
}

function allOf(modules: readonly string[]): Map<unknown, Exported | MemberOf> {
  const all = new Map<unknown, Exported | MemberOf>();
  const owners: object[] = [];
  const add = (value: unknown, reached: Exported | MemberOf) => {
    if (!isShared(value) || all.has(value)) return;
    all.set(value, reached);
    if (reached.kind === "import" && reached.name !== "*") owners.push(value);
  };
  for (let at = 0; at < modules.length; at += 2) {
    const specifier = modules[at]!;
    const file = modules[at + 1]!.slice("lumi:/".length);
    const namespace = early[specifier] ?? loadLate<Record<string, unknown>>(file)();
    add(namespace, { kind: "import", specifier, name: "*" });
    for (const [name, value] of Object.entries(namespace)) add(value, { kind: "import", specifier, name });
  }
  // An export is the shorter way.
  for (const owner of owners) addMembers(owner, add);
  return all;
}

/** Adds the functions that an export and its prototype have. */
function addMembers(exported: object, add: (value: unknown, reached: MemberOf) => void): void {
  addOwn(exported, add);
  // Reading `prototype` of `process.env` needs a permission.
  if (typeof exported === "function" && isShared(exported.prototype)) addOwn(exported.prototype, add);
}

function addOwn(owner: object, add: (value: unknown, reached: MemberOf) => void): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    const value: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
    if (typeof value === "function" && /^[A-Za-z_$][\w$]*$/.test(name)) add(value, { kind: "member", owner, name });
  }
}

function isShared(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
