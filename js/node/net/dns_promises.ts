// node:dns/promises: addresses of hosts, as the system's resolver knows them. Other records are not asked for.

import { core } from "../../web/ops.ts";
import { invalidArgType, invalidArgValue } from "../node_errors.ts";
import { notAvailable, type Unavailable } from "../unavailable.ts";

export interface LookupOptions {
  /** 0 for both, 4 or 6. */
  family?: number | "IPv4" | "IPv6";
  all?: boolean;
  hints?: number;
  order?: "verbatim" | "ipv4first" | "ipv6first";
  verbatim?: boolean;
}

export interface LookupAddress {
  address: string;
  family: number;
}

let defaultOrder = "verbatim";

export const getDefaultResultOrder = (): string => defaultOrder;

export function setDefaultResultOrder(order: string): void {
  if (!["verbatim", "ipv4first", "ipv6first"].includes(order)) {
    throw invalidArgValue("dnsOrder", `'${order}'`, "must be one of: 'verbatim', 'ipv4first', 'ipv6first'");
  }
  defaultOrder = order;
}

const familyOf = (address: string) => (address.includes(":") ? 6 : 4);

/** Whether a text is an address already. */
export function ipFamily(text: string): 0 | 4 | 6 {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    return text.split(".").every((it) => Number(it) <= 255 && String(Number(it)) === it) ? 4 : 0;
  }
  return text.includes(":") && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}

/** Node's error of a failed query, such as `queryA ENOTFOUND host`. */
export function failure(syscall: string, host: string, code = "ENOTFOUND"): Error {
  const error = new Error(`${syscall} ${code} ${host}`);
  // -3008 is the number of libuv for a name that is not known.
  const number = syscall === "getaddrinfo" ? { errno: -3008 } : {};
  return Object.assign(error, number, { code, syscall, hostname: host });
}

function wantedFamily(family: LookupOptions["family"] = 0): number {
  const wanted = family === "IPv4" ? 4 : family === "IPv6" ? 6 : family;
  if (![0, 4, 6].includes(wanted)) throw invalidArgValue("family", String(wanted), "must be one of: 0, 4, 6");
  return wanted;
}

async function addresses(host: string, syscall: string, port = 0): Promise<LookupAddress[]> {
  const family = ipFamily(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await core.ops.op_lumi_lookup(host, port);
  if (found === null) throw failure(syscall, host);
  return found.map((address) => ({ address, family: familyOf(address) }));
}

function orderAddresses(found: LookupAddress[], order: string): LookupAddress[] {
  if (order === "verbatim") return found;
  const first = order === "ipv4first" ? 4 : 6;
  return [...found.filter((it) => it.family === first), ...found.filter((it) => it.family !== first)];
}

/** The address of a host, or all of them. Requires --allow-net for the host. */
export function lookup(host: string, options: LookupOptions & { all: true }): Promise<LookupAddress[]>;
export function lookup(host: string, options?: LookupOptions | number): Promise<LookupAddress>;
export async function lookup(
  host: string,
  options: LookupOptions | number = {},
): Promise<LookupAddress | LookupAddress[]> {
  return await lookupAt(host, options, 0);
}

/** The addresses of a host for connections to one port; 0 for any. */
export async function lookupAt(
  host: string,
  options: LookupOptions | number,
  port: number,
): Promise<LookupAddress | LookupAddress[]> {
  if (host !== undefined && host !== null && typeof host !== "string") {
    throw invalidArgType("hostname", "of type string", host);
  }
  const given: LookupOptions = typeof options === "number" ? { family: options as 0 } : options;
  const family = wantedFamily(given.family);
  if (!host) return given.all ? [] : { address: null as unknown as string, family: family === 6 ? 6 : 4 };
  const order = given.order ?? (given.verbatim === false ? "ipv4first" : defaultOrder);
  const found = orderAddresses(await addresses(host, "getaddrinfo", port), order).filter((it) =>
    !family || it.family === family
  );
  if (found.length === 0) throw failure("getaddrinfo", host);
  return given.all ? found : found[0]!;
}

async function ofFamily(host: string, family: number, syscall: string): Promise<string[]> {
  if (typeof host !== "string") throw invalidArgType("name", "of type string", host);
  const found = (await addresses(host, syscall)).filter((it) => it.family === family);
  if (found.length === 0) throw failure(syscall, host, "ENODATA");
  return found.map((it) => it.address);
}

export const resolve4 = (host: string): Promise<string[]> => ofFamily(host, 4, "queryA");
export const resolve6 = (host: string): Promise<string[]> => ofFamily(host, 6, "queryAaaa");

const unavailable = (what: Unavailable) => (_host: string): Promise<never> => Promise.reject(notAvailable(what));

export const resolveAny = unavailable("dns.resolveAny");
export const resolveCaa = unavailable("dns.resolveCaa");
export const resolveCname = unavailable("dns.resolveCname");
export const resolveMx = unavailable("dns.resolveMx");
export const resolveNaptr = unavailable("dns.resolveNaptr");
export const resolveNs = unavailable("dns.resolveNs");
export const resolvePtr = unavailable("dns.resolvePtr");
export const resolveSoa = unavailable("dns.resolveSoa");
export const resolveSrv = unavailable("dns.resolveSrv");
export const resolveTxt = unavailable("dns.resolveTxt");
export const reverse = unavailable("dns.reverse");
export const lookupService = unavailable("dns.lookupService");

const byType: Record<string, (host: string) => Promise<unknown>> = {
  A: resolve4,
  AAAA: resolve6,
  ANY: resolveAny,
  CAA: resolveCaa,
  CNAME: resolveCname,
  MX: resolveMx,
  NAPTR: resolveNaptr,
  NS: resolveNs,
  PTR: resolvePtr,
  SOA: resolveSoa,
  SRV: resolveSrv,
  TXT: resolveTxt,
};

/** Records of a type; A unless it is set. */
export function resolve(host: string, type = "A"): Promise<unknown> {
  const query = Object.hasOwn(byType, type) ? byType[type]! : undefined;
  if (query === undefined) throw invalidArgValue("rrtype", `'${type}'`);
  return query(host);
}

/** Empty: the system's resolver does not tell them. */
export const getServers = (): string[] => [];

export function setServers(_servers: readonly string[]): never {
  throw notAvailable("dns.setServers");
}

/** The functions of this module as methods. */
export class Resolver {
  resolve = resolve;
  resolve4 = resolve4;
  resolve6 = resolve6;
  resolveAny = resolveAny;
  resolveCaa = resolveCaa;
  resolveCname = resolveCname;
  resolveMx = resolveMx;
  resolveNaptr = resolveNaptr;
  resolveNs = resolveNs;
  resolvePtr = resolvePtr;
  resolveSoa = resolveSoa;
  resolveSrv = resolveSrv;
  resolveTxt = resolveTxt;
  reverse = reverse;
  getServers = getServers;
  setServers = setServers;
  cancel(): void {}
}

export const NODATA = "ENODATA";
export const FORMERR = "EFORMERR";
export const SERVFAIL = "ESERVFAIL";
export const NOTFOUND = "ENOTFOUND";
export const NOTIMP = "ENOTIMP";
export const REFUSED = "EREFUSED";
export const TIMEOUT = "ETIMEOUT";
export const CONNREFUSED = "ECONNREFUSED";
export const CANCELLED = "ECANCELLED";

export default {
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
};
