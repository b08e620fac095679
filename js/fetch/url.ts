// The global URL and URLSearchParams: those of the web extension, whose constructors throw Node's errors.

import { web } from "../web/ops.ts";
import { delayQueries } from "./url_query.ts";

interface Classes {
  URL: typeof globalThis.URL;
  URLSearchParams: typeof globalThis.URLSearchParams;
}

type Pair = [name: string, value: string];

const script = web("00_url.js") as unknown as Classes;
delayQueries(script);

const coded = (code: string, message: string, more: object = {}): TypeError =>
  Object.assign(new TypeError(message), { code, ...more });

/** A constructor of the same class: with its prototype and its static members. */
function replacing<T extends { prototype: object; name: string }>(
  original: T,
  construct: (args: unknown[], target: object) => object,
): T {
  const made = function (...args: unknown[]): object {
    if (new.target === undefined) {
      throw new TypeError(`Class constructor ${original.name} cannot be invoked without 'new'`);
    }
    return construct(args, new.target);
  };
  Object.defineProperties(made, Object.getOwnPropertyDescriptors(original) as unknown as PropertyDescriptorMap);
  Object.defineProperty(original.prototype, "constructor", { value: made, writable: true, configurable: true });
  return made as unknown as T;
}

const make = (original: unknown, args: unknown[], target: object): object =>
  Reflect.construct(original as new () => object, args, target as new () => object);

export const URL = replacing(script.URL, (args, target) => {
  if (args.length === 0) throw coded("ERR_MISSING_ARGS", 'The "url" argument must be specified');
  const input = `${args[0] as string}`;
  const base = args[1] === undefined ? undefined : `${args[1] as string}`;
  try {
    return make(script.URL, base === undefined ? [input] : [input, base], target);
  } catch (cause) {
    const error = coded("ERR_INVALID_URL", "Invalid URL", base === undefined ? { input } : { input, base });
    // Reports of lumi show causes, and this one says what was not a URL.
    throw Object.defineProperty(error, "cause", { value: cause, writable: true, configurable: true });
  }
});

export const URLSearchParams = replacing(script.URLSearchParams, (args, target) => {
  const [init] = args;
  if (init === undefined || init === null) return make(script.URLSearchParams, [], target);
  const isText = typeof init !== "object" && typeof init !== "function";
  return make(script.URLSearchParams, [isText ? `${init as string}` : pairsOf(init)], target);
});

function pairsOf(init: object): Pair[] {
  const iterator = (init as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  if (iterator === undefined || iterator === null) return membersOf(init as Record<PropertyKey, unknown>);
  if (typeof iterator !== "function") throw coded("ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
  const pairs: Pair[] = [];
  for (const pair of init as Iterable<unknown>) pairs.push(pairOf(pair));
  return pairs;
}

function pairOf(pair: unknown): Pair {
  const isObject = (typeof pair === "object" && pair !== null) || typeof pair === "function";
  const isIterable = isObject && typeof (pair as { [Symbol.iterator]?: unknown })[Symbol.iterator] === "function";
  const parts = isIterable ? [...pair as Iterable<unknown>] : [];
  if (parts.length === 2) return [`${parts[0] as string}`, `${parts[1] as string}`];
  throw coded("ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple");
}

function membersOf(init: Record<PropertyKey, unknown>): Pair[] {
  const pairs: Pair[] = [];
  for (const key of Reflect.ownKeys(init)) {
    if (Object.getOwnPropertyDescriptor(init, key)?.enumerable !== true) continue;
    pairs.push([`${key as string}`, `${init[key] as string}`]);
  }
  return pairs;
}
