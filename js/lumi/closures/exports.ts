// The public imports of Lumi, by value.

import * as sdk from "../index.ts";
import { loadLate } from "../protocol/ops.ts";
import * as testing from "../testing.ts";

type Exported = readonly [specifier: string, name: string];

/** Modules that are loaded at start; others are loaded on first use. */
const early: Record<string, Record<string, unknown>> = { "lumi": sdk, "lumi/testing": testing };

let known: Map<unknown, Exported> | undefined;

/**
 * The import of `value`; undefined if there is none. `modules` are Lumi's modules: specifier, URL,
 * specifier, ...
 */
export function exportedAs(value: unknown, modules: readonly string[]): Exported | undefined {
  return (known ??= allOf(modules)).get(value);
}

function allOf(modules: readonly string[]): Map<unknown, Exported> {
  const all = new Map<unknown, Exported>();
  const add = (value: unknown, exported: Exported) => {
    const isShared = (typeof value === "object" && value !== null) || typeof value === "function";
    if (isShared && !all.has(value)) all.set(value, exported);
  };
  for (let at = 0; at < modules.length; at += 2) {
    const specifier = modules[at]!;
    const file = modules[at + 1]!.slice("lumi:/".length);
    const namespace = early[specifier] ?? loadLate<Record<string, unknown>>(file)();
    add(namespace, [specifier, "*"]);
    for (const [name, value] of Object.entries(namespace)) add(value, [specifier, name]);
  }
  return all;
}
