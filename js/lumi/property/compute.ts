// compute(): serialises a function as code that runs elsewhere.

import type { Archive } from "./archive.ts";
import type { Asset } from "./asset.ts";
import { ClosureCell } from "./closure.ts";
import type { ClosureDependency } from "./closure_dependency.ts";
import { Property, propertyOf } from "./property.ts";

/** A function that was serialised with its captured values. */
export interface ComputeClosure {
  /** The function itself. */
  readonly callback: (...args: any[]) => unknown;
  /** The file name of the entry module in `archive`; its default export is the function. */
  readonly entry: string;
  /** A name for the unpacked folder of `archive`, from the function's name and its hash. */
  readonly folder: Property<string>;
  /** SHA-256 of the deployed files in hex; changes with the code. */
  readonly hash: Property<string>;
  /** Entry module and package.json. */
  readonly archive: Property<Archive>;
  /** The entry module alone. */
  readonly code: Property<Asset>;
  /** The resources that the function uses, and how. */
  readonly dependencies: Property<readonly ClosureDependency[]>;
  /**
   * The lines that use each of `dependencies`, such as `todos.ts:14`, in the same order: none for values that are computed from
   * outputs. They change when code moves.
   */
  readonly dependencyLines: Property<readonly (readonly string[])[]>;
  /**
   * The environment variables that the function reads, with the values of outputs; without secrets.
   */
  readonly env: Property<Record<string, string>>;
  /** The secret environment variables that the function reads; they must not be shown. */
  readonly secretEnv: Property<Record<string, string>>;
  /** The names in `secretEnv`, which are known even if the values are not. */
  readonly secrets: Property<readonly string[]>;
  /** The versions of imported packages, by name; `archive` does not contain the packages. */
  readonly packages: Property<Record<string, string>>;
}

/**
 * Serialises a function as code that runs elsewhere, with everything that it captures: data by
 * value, functions and classes as code, packages by import, outputs of resources through the
 * environment.
 */
export function compute(callback: (...args: any[]) => unknown): ComputeClosure {
  if (typeof callback !== "function") {
    throw new TypeError("compute() takes a function");
  }
  const cell = ClosureCell.of(callback as (...args: never[]) => unknown);
  const { closure } = cell;
  const name = callback.name.replace(/[^A-Za-z0-9]+/g, "-") || "handler";
  const of = <T>(read: (value: Awaited<typeof closure>) => T) => new Property(closure.then(read)) as Property<T>;
  // In an object, because a promise unwraps a Property and would drop its secretness.
  const flowing = <T>(read: (value: Awaited<typeof closure>) => Property<T>) =>
    (of((it) => ({ value: read(it) })) as unknown as { value: Property<T> }).value;
  return {
    callback,
    entry: "index.mjs",
    folder: of(({ wire }) => `${name}-${wire.hash.slice(0, 12)}`),
    hash: of(({ wire }) => wire.hash),
    archive: of(({ archive }) => archive as Archive),
    code: propertyOf(cell) as Property<Asset>,
    dependencies: of(({ dependencies }) => dependencies),
    dependencyLines: of(({ dependencyLines }) => dependencyLines),
    env: flowing((it) => it.environment(false)),
    secretEnv: flowing((it) => it.environment(true)),
    secrets: flowing(({ secrets }) => secrets),
    packages: of(({ packages }) => packages),
  };
}

/**
 * Wraps a closure: `adapter` gets the function and returns the one that the platform calls.
 * Dependencies of both are combined.
 */
export function wrapClosure(
  inner: ComputeClosure | ((...args: any[]) => unknown),
  adapter: (inner: (...args: any[]) => unknown) => (...args: any[]) => unknown,
): ComputeClosure {
  return compute(adapter(typeof inner === "function" ? inner : inner.callback));
}
