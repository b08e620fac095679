// node:url: URLs of the web and older ones, and conversions between paths and file: URLs.

import punycode from "../../npm/punycode.js";
import { coded, invalidArgType } from "../node_errors.ts";
import { resolve as resolvePath } from "../path/path.ts";
import { resolve as resolveWindowsPath } from "../path/windows.ts";
import { Url } from "./legacy.ts";

interface PathOptions {
  /** Paths of Windows. */
  windows?: boolean;
}

function pathOfWindows(url: URL): string {
  if (/%2f|%5c/i.test(url.pathname)) {
    const problem = "File URL path must not include encoded \\ or / characters";
    throw Object.assign(coded(TypeError, "ERR_INVALID_FILE_URL_PATH", problem), { input: url });
  }
  const path = decodeURIComponent(url.pathname.replaceAll("/", "\\"));
  if (url.hostname !== "") return `\\\\${domainToUnicode(url.hostname)}${path}`;
  if (!/^\\[a-z]:/i.test(path)) {
    throw Object.assign(coded(TypeError, "ERR_INVALID_FILE_URL_PATH", "File URL path must be absolute"), {
      input: url,
    });
  }
  return path.slice(1);
}

export function fileURLToPath(url: string | URL, options?: PathOptions): string {
  if (typeof url !== "string" && !(url instanceof URL) && typeof (url as URL | null)?.href !== "string") {
    throw invalidArgType("path", "of type string or an instance of URL", url);
  }
  const parsed = typeof url === "string" ? new URL(url) : url;
  if (parsed.protocol !== "file:") {
    throw coded(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  }
  if (options?.windows === true) return pathOfWindows(parsed);
  if (parsed.hostname !== "") {
    const problem = 'File URL host must be "localhost" or empty on linux';
    throw coded(TypeError, "ERR_INVALID_FILE_URL_HOST", problem);
  }
  if (/%2f/i.test(parsed.pathname)) {
    const problem = "File URL path must not include encoded / characters";
    throw Object.assign(coded(TypeError, "ERR_INVALID_FILE_URL_PATH", problem), { input: parsed });
  }
  return decodeURIComponent(parsed.pathname);
}

const escapeOne = (character: string) => character === "~" ? "%7E" : encodeURIComponent(character);
const escaped = /[%\\\n\r\t?#^|~[\]]/g;

export function pathToFileURL(path: string, options?: PathOptions): URL {
  if (typeof path !== "string") throw invalidArgType("path", "of type string", path);
  if (options?.windows === true) return urlOfWindows(path);
  const absolute = resolvePath(path) + (path.endsWith("/") && !/^\/+$/.test(path) ? "/" : "");
  return new URL(`file://${absolute.replace(escaped, escapeOne)}`);
}

function urlOfWindows(path: string): URL {
  const isShare = path.startsWith("\\\\");
  const plain = path.startsWith("\\\\?\\UNC\\") ? `\\\\${path.slice(8)}` : path;
  if (isShare) {
    const [, server, rest] = /^\\\\([^\\]*)(\\.*)?$/s.exec(plain) ?? [];
    const invalid = (problem: string) =>
      coded(TypeError, "ERR_INVALID_ARG_VALUE",
        `The argument 'path' ${problem}. Received '${path.replaceAll("\\", "\\\\")}'`);
    if (rest === undefined) throw invalid("Missing UNC resource path");
    if (server === "") throw invalid("Empty UNC servername");
    const url = new URL("file://");
    url.hostname = domainToASCII(server!);
    url.pathname = rest.replaceAll("\\", "/").replace(/[%\n\r\t?#^|~[\]]/g, escapeOne);
    return url;
  }
  const resolved = resolveWindowsPath(plain) + (/[\\/]$/.test(plain) && !/^[a-z]:[\\/]$/i.test(plain) ? "/" : "");
  return new URL(`file:///${resolved.replaceAll("\\", "/").replace(/[%\n\r\t?#^|~[\]]/g, escapeOne)}`);
}

function only(name: string, args: unknown[]): string {
  if (args.length === 0) throw coded(TypeError, "ERR_MISSING_ARGS", `The "${name}" argument must be specified`);
  return String(args[0]);
}

/** The name of a host in ASCII; empty if it cannot be one. */
export function domainToASCII(...args: [domain: string]): string {
  const domain = only("domain", args);
  try {
    return new URL(`ws://${domain}`).hostname;
  } catch {
    return "";
  }
}

export function domainToUnicode(...args: [domain: string]): string {
  const domain = only("domain", args);
  return punycode.toUnicode(domainToASCII(domain));
}

export interface FormatOptions {
  auth?: boolean;
  fragment?: boolean;
  search?: boolean;
  unicode?: boolean;
}

function formatWeb(url: URL, options: FormatOptions = {}): string {
  if (typeof options !== "object" || options === null) throw invalidArgType("options", "of type object", options);
  const { auth = true, fragment = true, search = true, unicode = false } = options;
  const shown = new URL(url);
  if (!auth) shown.username = shown.password = "";
  if (!fragment) shown.hash = "";
  if (!search) shown.search = "";
  return unicode && shown.hostname !== ""
    ? shown.href.replace(shown.hostname, domainToUnicode(shown.hostname))
    : shown.href;
}

export function format(url: string | URL | Partial<Url>, options?: FormatOptions): string {
  if (typeof url === "string") return new Url().parse(url).format();
  if (typeof url !== "object" || url === null) {
    throw invalidArgType("urlObject", "of type object or string", url);
  }
  if (url instanceof URL) return formatWeb(url, options);
  return Reflect.apply(Url.prototype.format, url, []);
}

export function parse(url: string | Url, parsesQuery?: boolean, hasHostAfterSlashes?: boolean): Url {
  return url instanceof Url ? url : new Url().parse(url, parsesQuery, hasHostAfterSlashes);
}

export const resolve = (from: string, to: string): string => parse(from, false, true).resolve(to);

export function resolveObject(from: string, to: string): Url | string {
  return from ? parse(from, false, true).resolveObject(to) : to;
}

/** The options of `http.request` for a URL. */
export function urlToHttpOptions(url: URL): Record<string, unknown> {
  const { hostname, pathname, port, username, password, search } = url;
  return {
    ...url,
    protocol: url.protocol,
    hostname: hostname?.startsWith("[") ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ""}${search || ""}`,
    href: url.href,
    ...(port === "" ? {} : { port: Number(port) }),
    ...(username || password ? { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` } : {}),
  };
}

const WebURL = URL;
const WebSearchParams = URLSearchParams;
type WebURL = URL;
type WebSearchParams = URLSearchParams;
export { Url, WebSearchParams as URLSearchParams, WebURL as URL };

export default {
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  format,
  parse,
  pathToFileURL,
  resolve,
  resolveObject,
  URL,
  Url,
  URLSearchParams,
  urlToHttpOptions,
};
