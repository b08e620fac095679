// Property: the proxy of a cell. Reading a member returns a derived Property; conversions to text
// throw an error with advice.

import { resolveInto } from "../cell/resolve_into.ts";
import { Awaiter, isNativeResolver } from "./awaiter.ts";
import { CELL, Cell, cellOf } from "../cell/cell.ts";
import { inspectCell, inspectKeys } from "./inspect.ts";
import { MemberCell } from "../cell/member_cell.ts";
import { adviceFor, isMethodName } from "../data/method_names.ts";
import { DeferredCell } from "../cell/deferred_cell.ts";
import type { Property as PropertyMethods } from "./property_methods.ts";
import type { Property as PropertyOf, Unwrapped } from "./property_types.ts";
import { ThenCell } from "./then_cell.ts";

type Callback = (value: unknown) => unknown;

/** The result of `Property.pending`. */
export interface Deferred<T> {
  property: PropertyOf<T>;
  /**
   * Settles the property with a value, a promise or another Property. Later calls have no effect.
   */
  resolve(value: T | PromiseLike<T> | PropertyOf<T>): void;
  /** Fails the property. */
  reject(error: unknown): void;
}

export interface PropertyConstructor {
  /** A Property of a value, a promise, another Property, or data that contains these. */
  new <T>(value: T): PropertyOf<Unwrapped<T>>;
  readonly prototype: PropertyMethods<unknown>;
  /** A Property that the program settles later. */
  pending<T>(): Deferred<T>;
  /** Whether a value is a Property. */
  isInstance(value: unknown): value is PropertyOf<unknown>;
}

function misuse(what: string, advice: string): TypeError {
  return new TypeError(`a Property cannot be ${what}: its value may not be known yet; ${advice}`);
}

class PropertyFacade {
  constructor(value: unknown) {
    const cell = new Cell();
    resolveInto(cell, value);
    return propertyOf(cell) as unknown as PropertyFacade;
  }

  static pending(): Deferred<unknown> {
    const cell = new DeferredCell();
    return {
      property: propertyOf(cell),
      resolve: (value) => cell.resolve(value),
      reject: (error) => cell.reject(error),
    };
  }

  static isInstance(value: unknown): boolean {
    return cellOf(value) !== undefined;
  }

  then(callback: unknown, recover: unknown): unknown {
    const cell = cellOf(this);
    if (cell === undefined) throw new TypeError("then was called on something that is not a Property");
    // `await` and promises pass native functions, and need the value itself.
    if (isNativeResolver(callback)) return void new Awaiter(cell, callback, recover);
    return propertyOf(new ThenCell(cell, callable(callback), callable(recover)));
  }

  toString(): never {
    throw misuse("turned into text", "use lumi.interpolate`...` or property.then((value) => ...)");
  }

  toLocaleString(): never {
    throw misuse("turned into text", "use lumi.interpolate`...` or property.then((value) => ...)");
  }

  toJSON(): never {
    throw misuse("turned into JSON", "use lumi.jsonStringify(...) or property.then((value) => ...)");
  }

  valueOf(): never {
    throw misuse("used as a plain value", "use property.then((value) => ...) or lumi.interpolate`...`");
  }

  [Symbol.toPrimitive](hint: string): never {
    if (hint === "string") return this.toString();
    throw misuse("used in text or arithmetic", "use lumi.interpolate`...` or property.then((value) => ...)");
  }

  [Symbol.iterator](): never {
    throw misuse("iterated", "use property.then((list) => { for (const item of list) ... })");
  }

  [Symbol.asyncIterator](): never {
    return this[Symbol.iterator]();
  }

  get [Symbol.toStringTag](): string {
    return "Property";
  }
}

function callable(value: unknown): Callback | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "function") return value as Callback;
  throw new TypeError(`property.then takes a function, not ${typeof value}`);
}

function changing(): never {
  throw new TypeError("the members of a Property cannot be set; derive a new value with property.then(...)");
}

const methods = PropertyFacade.prototype as unknown as Record<string | symbol, unknown>;

function isMethod(key: string): boolean {
  switch (key) {
    case "then":
    case "toString":
    case "toLocaleString":
    case "toJSON":
    case "valueOf":
    case "constructor":
      return true;
    default:
      return false;
  }
}

const handler: ProxyHandler<Cell> = {
  get(cell, key) {
    if (key === CELL) return cell;
    if (typeof key !== "string" || isMethod(key)) return methods[key];
    const member = new MemberCell(cell, key);
    if (isMethodName(key)) member.facade = callableFacade(member, key);
    return propertyOf(member);
  },
  has: (_, key) => key === CELL || (typeof key === "string" ? isMethod(key) : key in methods),
  getPrototypeOf: () => PropertyFacade.prototype,
  getOwnPropertyDescriptor: () => undefined,
  ownKeys() {
    throw misuse("spread or listed", "use property.then((value) => ({ ...value }))");
  },
  set: changing,
  defineProperty: changing,
  deleteProperty: changing,
  setPrototypeOf: changing,
  preventExtensions: changing,
};

/** A proxy handler whose target is a function that refers to the cell. */
const callableHandler: ProxyHandler<() => unknown> = {
  ...(handler as unknown as ProxyHandler<() => unknown>),
  get: (target, key, receiver) => handler.get!(cellOf(target)!, key, receiver),
};

/** See method_names.ts. */
function callableFacade(cell: Cell, name: string): object {
  const target = () => {
    throw new TypeError(
      `a Property has no method "${name}": its value may not be known yet; ${adviceFor(name)}`,
    );
  };
  // Configurable, otherwise the proxy would have to return the same value.
  const define = (key: symbol, value: unknown) => Object.defineProperty(target, key, { value, configurable: true });
  define(CELL, cell);
  for (const key of inspectKeys) define(key, () => inspectCell(cell));
  return new Proxy(target, callableHandler);
}

/** @internal The Property of a cell, always the same object. */
export function propertyOf<T>(cell: Cell): PropertyOf<T> {
  return (cell.facade ??= new Proxy(cell, handler)) as PropertyOf<T>;
}

// Some consoles inspect the target instead of the proxy.
for (const key of inspectKeys) {
  const value = function (this: Cell) {
    return inspectCell(cellOf(this) ?? this);
  };
  Object.defineProperty(Cell.prototype, key, { value });
  Object.defineProperty(PropertyFacade.prototype, key, { value });
}

export const Property = PropertyFacade as unknown as PropertyConstructor;
export type Property<T> = PropertyOf<T>;
Object.defineProperty(PropertyFacade, "name", { value: "Property" });
