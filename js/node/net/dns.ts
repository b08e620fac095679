// node:dns: the functions of node:dns/promises with callbacks.

import * as promises from "./dns_promises.ts";
import { complete } from "../completions.ts";
import { invalidArgType } from "../node_errors.ts";

// deno-lint-ignore no-explicit-any
type Callback = (error: Error | null, ...values: any[]) => void;
type Query = (...args: never[]) => Promise<unknown>;

function answer(pending: Promise<unknown>, callback: Callback, spread: (value: never) => unknown[]): void {
  const later = (...values: unknown[]) => complete(() => callback(...values as [Error | null]));
  pending.then((value) => later(null, ...spread(value as never)), (error) => later(error));
}

function checkCallback(callback: unknown): asserts callback is Callback {
  if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
}

const withCallback = (query: Query) => (...args: unknown[]): void => {
  const callback = args.pop();
  checkCallback(callback);
  answer(query(...args as never[]), callback, (value) => [value]);
};

/** The address of a host and its family, or with `all` the list of both. */
export function lookup(host: string, ...args: unknown[]): void {
  const callback = args.pop();
  checkCallback(callback);
  const options = (args[0] ?? {}) as promises.LookupOptions | number;
  const isAll = typeof options === "object" && options.all === true;
  answer(
    promises.lookup(host, options as promises.LookupOptions),
    callback,
    (found: promises.LookupAddress) => (isAll ? [found] : [found.address, found.family]),
  );
}

export const lookupService = withCallback(promises.lookupService);
export const resolve = withCallback(promises.resolve);
export const resolve4 = withCallback(promises.resolve4);
export const resolve6 = withCallback(promises.resolve6);
export const resolveAny = withCallback(promises.resolveAny);
export const resolveCaa = withCallback(promises.resolveCaa);
export const resolveCname = withCallback(promises.resolveCname);
export const resolveMx = withCallback(promises.resolveMx);
export const resolveNaptr = withCallback(promises.resolveNaptr);
export const resolveNs = withCallback(promises.resolveNs);
export const resolvePtr = withCallback(promises.resolvePtr);
export const resolveSoa = withCallback(promises.resolveSoa);
export const resolveSrv = withCallback(promises.resolveSrv);
export const resolveTxt = withCallback(promises.resolveTxt);
export const reverse = withCallback(promises.reverse);

/** The functions of this module as methods. */
export class Resolver {
  resolve = resolve;
  resolve4 = resolve4;
  resolve6 = resolve6;
  resolveAny = resolveAny;
  resolveCname = resolveCname;
  resolveMx = resolveMx;
  resolveNs = resolveNs;
  resolvePtr = resolvePtr;
  resolveSoa = resolveSoa;
  resolveSrv = resolveSrv;
  resolveTxt = resolveTxt;
  reverse = reverse;
  getServers = promises.getServers;
  setServers = promises.setServers;
  cancel(): void {}
}

export const ADDRCONFIG = 32;
export const ALL = 16;
export const V4MAPPED = 8;

export const {
  CANCELLED,
  CONNREFUSED,
  FORMERR,
  getDefaultResultOrder,
  getServers,
  NODATA,
  NOTFOUND,
  NOTIMP,
  REFUSED,
  SERVFAIL,
  setDefaultResultOrder,
  setServers,
  TIMEOUT,
} = promises;

const withPromises = promises.default;
export { withPromises as promises };

export default {
  ADDRCONFIG,
  ALL,
  CANCELLED,
  CONNREFUSED,
  FORMERR,
  getDefaultResultOrder,
  getServers,
  lookup,
  lookupService,
  NODATA,
  NOTFOUND,
  NOTIMP,
  promises: withPromises,
  REFUSED,
  resolve,
  resolve4,
  resolve6,
  resolveAny,
  resolveCaa,
  resolveCname,
  resolveMx,
  resolveNaptr,
  resolveNs,
  resolvePtr,
  Resolver,
  resolveSoa,
  resolveSrv,
  resolveTxt,
  reverse,
  SERVFAIL,
  setDefaultResultOrder,
  setServers,
  TIMEOUT,
  V4MAPPED,
};
