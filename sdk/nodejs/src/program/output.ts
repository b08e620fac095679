import { isObject, isUnknown, mapMembers, Unknown, type Value } from "../value/value.js";
import { Cell, type Data } from "./cell.js";
import { Failure, hasSecret, LumiError, withSecret } from "./failure.js";
import { callerPosition } from "./position.js";
import { session, Waiter } from "./session.js";

const cells = new WeakMap<object, Cell>();

/** A value, an Output of it, or data in which Outputs stand. */
export type Input<T> = T | OutputOf<T> | (T extends object ? { [K in keyof T]: Input<T[K]> } : never);

/** What an Output of a type is: its methods, and an Output for each member. */
export type Output<T> = OutputOf<T> & (IsAny<T> extends true ? { readonly [name: string]: Data } : Lifted<T>);
type IsAny<T> = 0 extends 1 & T ? true : false;
type Lifted<T> = T extends string | number | boolean | null | undefined ? unknown
  : { readonly [K in keyof T as K extends keyof OutputOf<T> ? never : K]: Output<T[K]> };

/**
 * A value that may not be there yet. Outputs are given to resources as they are. In a preview, callbacks are not called for a
 * value of which anything is unknown, and the result is unknown. What comes from a secret is a secret.
 *
 * `await` is the value itself. A deployment waits until it is there; a preview ends there, if only a deployment can tell.
 */
export class OutputOf<T> {
  declare private readonly ofType: T;

  constructor(cell: Cell) {
    const proxy = new Proxy(this, members) as OutputOf<T>;
    cells.set(proxy, cell);
    return proxy;
  }

  /** What a callback makes of the value: a value, an Output, a promise, or data with Outputs in it. `onError` is called if there will be no value. */
  apply<U>(
    callback: (value: T) => Input<U> | Promise<U>,
    onError?: (error: unknown) => Input<U> | Promise<U>,
  ): Output<U> {
    return outputOf(applied(cellOf(this), callback as (value: Data) => Data, onError));
  }

  /** The same as `apply`, so that an Output can be awaited. */
  then<U>(
    callback: (value: T) => Input<U> | Promise<U> | void,
    onError?: (error: unknown) => Input<U> | Promise<U> | void,
  ): Output<U> {
    const cell = cellOf(this);
    const owner = session();
    cell.subscribe(() => {
      if (cell.failure === undefined && isUnknown(cell.value)) owner.awaited.push(cell.origin || "a value");
    });
    return outputOf(applied(cell, callback as (value: Data) => Data, onError as (error: unknown) => Data));
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const cell = cellOf(this);
    if (cell.state === "pending") return "<Output: not there yet>";
    if (cell.failure !== undefined) return "<Output: failed>";
    return cell.isSecret ? "<Output: [secret]>" : "<Output>";
  }

  toString(): never {
    throw new LumiError(
      "an Output cannot be turned into text, as its value may not be known yet: use interpolate, concat or output.apply",
    );
  }

  toJSON(): never {
    throw new LumiError(
      "an Output cannot be turned into JSON, as its value may not be known yet: use jsonStringify or output.apply",
    );
  }
}

const members: ProxyHandler<OutputOf<Data>> = {
  get(target, name, proxy) {
    if (typeof name === "symbol" || name in target) return Reflect.get(target, name, proxy);
    return outputOf(memberOf(cellOf(proxy), name));
  },
};

export function outputOf<T>(cell: Cell): Output<T> {
  return new OutputOf<T>(cell) as unknown as Output<T>;
}

/** The cell of an Output, or of data in which Outputs stand. */
export function cellOf(data: Data): Cell {
  return (typeof data === "object" && data !== null && cells.get(data)) || gather(data);
}

export function isOutput(data: Data): boolean {
  return typeof data === "object" && data !== null && cells.has(data);
}

/** An Output of data in which Outputs stand. */
export function output<T>(data: Input<T>): Output<T> {
  return outputOf(cellOf(data));
}

/** One Output of several: of a list, or of an object. */
export function all<T extends readonly unknown[]>(values: T): Output<{ -readonly [K in keyof T]: Plain<T[K]> }>;
export function all<T extends { [name: string]: unknown }>(values: T): Output<{ [K in keyof T]: Plain<T[K]> }>;
export function all(values: Data): Output<Data> {
  return output(values);
}

/** The type of the value of an Output; other types stay as they are. */
export type Plain<T> = T extends OutputOf<infer U> ? U : T;

/** The parts one after the other, as text. */
export function concat(...parts: Input<unknown>[]): Output<string> {
  return output<unknown[]>(parts as Input<unknown[]>).apply((values) => values.map(String).join(""));
}

/** A template literal in which Outputs stand. */
export function interpolate(texts: TemplateStringsArray, ...values: Input<unknown>[]): Output<string> {
  return concat(...texts.flatMap((text, index) => (index < values.length ? [text, values[index]] : [text])));
}

/** The JSON of data in which Outputs stand. */
export function jsonStringify(data: Input<unknown>, indent?: number): Output<string> {
  return output<unknown>(data).apply((value) => JSON.stringify(value, null, indent));
}

/** The value as a secret: encrypted in the state, and never shown. So is all that comes from it. */
export function secret<T>(data: Input<T>): Output<T> {
  return withSecrecy(data, true);
}

/** The value, no longer secret. */
export function unsecret<T>(data: Input<T>): Output<T> {
  return withSecrecy(data, false);
}

function withSecrecy<T>(data: Input<T>, isSecret: boolean): Output<T> {
  const [source, result] = [cellOf(data), new Cell()];
  source.subscribe(() => {
    if (source.failure !== undefined) return result.failLike(source);
    result.absorb(source);
    result.isSecret = isSecret;
    result.settle(source.value);
  });
  return outputOf(result);
}

function applied(parent: Cell, callback: (value: Data) => Data, onError?: (error: unknown) => Data): Cell {
  const [result, owner, at] = [new Cell(), session(), callerPosition()];
  const fail = (error: unknown) => result.fail(new Failure(owner, error, at, undefined, result.isSecret));
  const call = (called: (argument: Data) => Data, argument: Data) => {
    // The outputs that the callback makes have the secret, too, whether it answers them or not.
    withSecret(hasSecret() || result.isSecret, () => {
      try {
        const answer = called(argument);
        if (answer instanceof Promise) answer.then((it) => result.follow(cellOf(it)), fail);
        else result.follow(cellOf(answer));
      } catch (error) {
        fail(error);
      }
    });
  };
  parent.subscribe(() => {
    if (parent.failure !== undefined) {
      if (typeof onError !== "function") return result.failLike(parent);
      parent.failure.isHandled = true;
      result.isSecret = parent.isSecret || parent.failure.isSecret;
      return call(onError, parent.failure.error);
    }
    result.absorb(parent);
    if (isUnknown(parent.value)) result.settleUnknown();
    else call(callback, parent.value);
  });
  return result;
}

function memberOf(cell: Cell, name: string): Cell {
  const [result, owner, at] = [new Cell(), session(), callerPosition()];
  cell.subscribe(() => {
    if (cell.failure !== undefined) return result.failLike(cell);
    result.absorb(cell);
    result.isOpen = cell.isOpen;
    const { value } = cell;
    if (value instanceof Unknown || (cell.isOpen && isObject(value) && !Object.hasOwn(value, name))) {
      return result.settleUnknown();
    }
    if (value === null || value === undefined) {
      const error = new LumiError(`there is no member \`${name}\` in the value of an Output, which is ${value}`);
      return result.fail(new Failure(owner, error, at));
    }
    result.follow(cellOf(value[name]));
  });
  return result;
}

/** A cell of data, as it is now, with the values of its Outputs. */
function gather(data: Data): Cell {
  const found: Cell[] = [];
  const copy = (item: Data): Data => {
    if (isOutput(item)) {
      const cell = cellOf(item);
      found.push(cell);
      return cell;
    }
    if (Array.isArray(item)) return item.map(copy);
    return isObject(item) ? mapMembers<Data, Data>(item, copy) : item;
  };
  const filled = (item: Data): Data => {
    if (item instanceof Cell) return item.value;
    if (Array.isArray(item)) return item.map(filled);
    return isObject(item) ? mapMembers<Data, Data>(item, filled) : item;
  };
  const tree = copy(data);
  if (found.length === 0) return Cell.of(tree);
  const result = new Cell();
  new Waiter(
    session(),
    "data with Outputs in it",
    () => found,
    () => {
      for (const cell of found) result.absorb(cell);
      result.settle(filled(tree));
    },
    (failure) => {
      const failed = found.find((it) => failure !== undefined && it.failure === failure);
      if (failed !== undefined) result.failLike(failed);
    },
  );
  return result;
}

/** Whether a value is unknown, for values that programs have. */
export function isUnknownData(data: Data): boolean {
  return isUnknown(data as Value);
}
