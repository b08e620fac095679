// The names of CommonJS files as exports of ES modules: copied when the file has run, as in Node. Only getters wait
// until a module asks for the name: one may load a large part of a package.

import { core } from "../../web/ops.ts";
import { isProxy } from "../util/types.ts";

/** The exports of a file, of which some are not read yet. */
class FacadeNames {
  readonly #file: string;
  readonly #exports: unknown;
  readonly #names: string[];
  readonly #values: unknown[] = [];
  readonly #assign: (values: unknown[]) => void;
  /** Names with a getter that has not been called, by their index. */
  readonly #unread = new Map<string, number>();

  constructor(file: string, exports: unknown, names: string[], assign: (values: unknown[]) => void) {
    this.#file = file;
    this.#exports = exports;
    this.#names = names;
    this.#assign = assign;
  }

  readAll(): void {
    const { length } = this.#names;
    for (let index = 0; index < length; index++) {
      const name = this.#names[index]!;
      if (hasGetter(this.#exports, name)) this.#unread.set(name, index);
      else this.#read(name, index);
    }
    this.readAsked();
  }

  /** Reads the names that are asked for by now. */
  readAsked(): void {
    if (this.#unread.size > 0) {
      const asked = core.ops.op_lumi_commonjs_asked(this.#file, [...this.#unread.keys()]);
      for (const name of asked) {
        const index = this.#unread.get(name)!;
        this.#unread.delete(name);
        this.#read(name, index);
      }
    }
    this.#assign(this.#values);
  }

  get isComplete(): boolean {
    return this.#unread.size === 0;
  }

  #read(name: string, index: number): void {
    try {
      this.#values[index] = (this.#exports as Record<string, unknown>)[name];
    } catch {
      this.#values[index] = undefined;
    }
  }
}

function hasGetter(exports: unknown, name: string): boolean {
  const isObject = (typeof exports === "object" && exports !== null) || typeof exports === "function";
  if (!isObject || isProxy(exports)) return false;
  return Object.getOwnPropertyDescriptor(exports, name)?.get !== undefined;
}

const incomplete: FacadeNames[] = [];

/** @internal Gives a facade its values: `assign` takes them in the order of `names`. */
export function exportNames(
  file: string,
  exports: unknown,
  names: string[],
  assign: (values: unknown[]) => void,
): void {
  const facade = new FacadeNames(file, exports, names, assign);
  facade.readAll();
  if (!facade.isComplete) incomplete.push(facade);
}

/** @internal Reads names of evaluated facades that modules have asked for since then. */
export function readMore(): void {
  for (const facade of incomplete) {
    if (!facade.isComplete) facade.readAsked();
  }
}
