// The checked arguments of `http.request`.

import { coded, invalidArgType } from "../node_errors.ts";
import type { Agent, AgentOptions } from "./agent.ts";
import type { IncomingMessage } from "./incoming_message.ts";
import { isToken, validateHeaderName } from "./names.ts";
import type { GivenHeaders } from "./outgoing_headers.ts";
import type { HttpSocket } from "./socket.ts";

export interface RequestOptions {
  protocol?: string | null;
  host?: string | null;
  hostname?: string | null;
  family?: number;
  port?: number | string | null;
  defaultPort?: number | string;
  localAddress?: string;
  socketPath?: string;
  method?: string;
  path?: string | null;
  headers?: GivenHeaders;
  auth?: string | null;
  agent?: Agent | boolean | null;
  _defaultAgent?: Agent;
  timeout?: number;
  setHost?: boolean;
  signal?: AbortSignal;
  maxHeaderSize?: number;
  joinDuplicateHeaders?: boolean;
  uniqueHeaders?: (string | string[])[];
  highWaterMark?: number;
  createConnection?(
    options: AgentOptions,
    created: (error: Error | null, socket?: HttpSocket) => void,
  ): HttpSocket | undefined;
  [name: string]: unknown;
}

export type ResponseListener = (response: IncomingMessage) => void;

const isUrl = (it: unknown): it is URL => {
  const url = it as { href?: unknown; protocol?: unknown; auth?: unknown; path?: unknown } | null;
  return Boolean(url?.href && url.protocol && url.auth === undefined && url.path === undefined);
};

/** A URL as the options of a request. */
export function urlToHttpOptions(url: URL): Record<string, unknown> {
  const { hostname } = url;
  const options: Record<string, unknown> = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname.startsWith("[") ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search: url.search,
    pathname: url.pathname,
    path: `${url.pathname || ""}${url.search || ""}`,
    href: url.href,
  };
  if (url.port !== "") options["port"] = Number(url.port);
  if (url.username || url.password) {
    options["auth"] = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  }
  return options;
}

function parsedUrl(input: string): URL {
  try {
    return new URL(input);
  } catch {
    throw Object.assign(coded(TypeError, "ERR_INVALID_URL", "Invalid URL"), { input });
  }
}

/** The options and the listener out of the arguments of a request. */
export function requestArguments(
  input: string | URL | RequestOptions,
  second?: RequestOptions | ResponseListener | null,
  third?: ResponseListener,
): [RequestOptions, ResponseListener | undefined] {
  let fromUrl: object | undefined;
  if (typeof input === "string") fromUrl = urlToHttpOptions(parsedUrl(input));
  else if (isUrl(input)) fromUrl = urlToHttpOptions(input);
  if (fromUrl === undefined) {
    return [Object.assign(Object.create(null) as object, input ?? {}) as RequestOptions, second as ResponseListener];
  }
  if (typeof second === "function") return [fromUrl as RequestOptions, second];
  return [Object.assign(fromUrl, second ?? {}), third];
}

const invalidInPath = /[^\u0021-\u00ff]/;

export function checkPath(path: unknown): void {
  if (path && invalidInPath.test(String(path))) {
    throw coded(TypeError, "ERR_UNESCAPED_CHARACTERS", "Request path contains unescaped characters");
  }
}

export function checkHost(host: unknown, name: string): string | null | undefined {
  if (host === null || host === undefined || typeof host === "string") return host;
  throw invalidArgType(`options.${name}`, "of type string or one of undefined or null", host);
}

export function methodOf(method: unknown): string {
  if (method === undefined || method === null || method === "") return "GET";
  if (typeof method !== "string") throw invalidArgType("options.method", "of type string", method);
  if (!isToken(method)) validateHeaderName(method, "Method");
  return method.toUpperCase();
}

export function checkTimeout(value: unknown, name: string): number {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!(value >= 0 && Number.isFinite(value))) {
    throw coded(RangeError, "ERR_OUT_OF_RANGE",
      `The value of "${name}" is out of range. It must be a non-negative finite number. Received ${value}`);
  }
  return Math.min(value, 2 ** 31 - 1);
}

/** The agent of a request; undefined if it makes a connection of its own. */
export function agentOf(options: RequestOptions, standard: Agent): Agent | undefined {
  const { agent } = options;
  if (agent === false) return new (standard.constructor as new () => Agent)();
  if (agent === null || agent === undefined) {
    return typeof options.createConnection === "function" ? undefined : standard;
  }
  if (typeof (agent as Agent).addRequest === "function") return agent as Agent;
  throw invalidArgType("options.agent", "one of Agent-like Object, undefined, or false", agent);
}

/** The value of the header Host. */
export function hostHeader(host: string, port: unknown, defaultPort: unknown): string {
  const isBare6 = host.includes(":") && host.indexOf(":") !== host.lastIndexOf(":") && !host.startsWith("[");
  const name = isBare6 ? `[${host}]` : host;
  return port && Number(port) !== Number(defaultPort) ? `${name}:${port as string}` : name;
}
