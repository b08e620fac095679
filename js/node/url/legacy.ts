// The URLs of `url.parse`, which are older than those of the web: any text has parts.

import { coded, invalidArgType } from "../node_errors.ts";
import punycode from "../../npm/punycode.js";
import { parse as parseQuery, type Query, stringify } from "./querystring.ts";
import { warnOnce } from "../util/deprecation.ts";

const slashed = new Set(["http", "https", "ftp", "gopher", "file", "ws", "wss"]);
const hasSlashes = (protocol: string | null) => protocol !== null && slashed.has(protocol.replace(/:$/, ""));
const isScript = (protocol: string | null) => protocol === "javascript" || protocol === "javascript:";

const escapes = /[\t\n\r "'<>\\^`{|}]/g;
const escapeOne = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** The parts of a host, and the text after it. */
interface Host {
  auth: string | null;
  text: string;
  rest: string;
}

/** Splits at the last "@" before the path; characters that no host has end it. */
function splitHost(text: string): Host {
  let [end, at] = [-1, -1];
  for (let i = 0; i < text.length && !(end >= 0 && "#/?".includes(text[end]!)); i++) {
    const character = text[i]!;
    if (character === "@") [at, end] = [i, -1];
    else if ("#/?".includes(character)) {
      if (end < 0) end = i;
      break;
    } else if (end < 0 && "\t\n\r \"%';<>\\^`{|}".includes(character)) end = i;
  }
  return {
    auth: at < 0 ? null : decodeURIComponent(text.slice(0, at)),
    text: text.slice(at + 1, end < 0 ? undefined : end),
    rest: end < 0 ? "" : text.slice(end),
  };
}

const invalid = (input: string) => Object.assign(coded(TypeError, "ERR_INVALID_URL", "Invalid URL"), { input });

function asciiHost(name: string, input: string): string {
  // Soft hyphens and their like are left out of names, and wide characters become plain ones.
  const plain = name.normalize("NFKC").replace(/[\u00ad\u200b\u2060\ufeff]/g, "").toLowerCase();
  if (plain === "") throw invalid(input);
  const ascii = punycode.toASCII(plain);
  if (/[\0\t\n\r #%/:<>?@[\\\]^|]/.test(ascii) || /[#%/:?@[\\\]^|]/.test(name.normalize("NFKD"))) throw invalid(input);
  return ascii;
}

/** Without white space and controls around: a regular expression takes time in the square of those inside. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  const isBlank = (at: number) => /[\s\p{Cc}]/u.test(text[at]!);
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

export class Url {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: string | Query | null = null;
  pathname: string | null = null;
  path: string | null = null;
  href: string | null = null;

  parse(text: string, parsesQuery?: boolean, hasHostAfterSlashes?: boolean): this {
    if (typeof text !== "string") throw invalidArgType("url", "of type string", text);
    let rest = trimmed(text).replace(/^[^?#]*/, (start) => start.replaceAll("\\", "/"));
    if (!hasHostAfterSlashes && /^\/\/?(?!\/)[^?#@\s]*(\?[^#@\s]*)?$/.test(rest)) {
      this.takePath(rest, parsesQuery === true);
      this.href = rest;
      return this;
    }
    const protocol = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
    if (protocol !== undefined) {
      this.protocol = protocol.toLowerCase();
      rest = rest.slice(protocol.length);
    }
    const mayHaveHost = hasHostAfterSlashes || protocol !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest);
    const isNet = mayHaveHost && rest.startsWith("//") && !isScript(this.protocol);
    if (isNet) {
      rest = rest.slice(2);
      this.slashes = true;
    }
    if (isNet || (protocol !== undefined && !isScript(this.protocol) && !hasSlashes(this.protocol))) {
      rest = this.takeHost(rest, text);
    }
    this.takePath(isScript(this.protocol) ? rest : rest.replace(escapes, escapeOne), parsesQuery === true);
    if (hasSlashes(this.protocol) && this.hostname && !this.pathname) this.pathname = "/";
    this.joinPath();
    this.href = this.format();
    return this;
  }

  /** Answers what is left: a name ends where it has a character that names have not. */
  private takeHost(text: string, input: string): string {
    const split = splitHost(text.replace(/^[^/?#]*/, (host) => host.replace(/[\t\n\r]/g, "")));
    let { rest } = split;
    this.auth = split.auth;
    const port = /:[0-9]*$/.exec(split.text)?.[0];
    if (port !== undefined && port !== ":") this.port = port.slice(1);
    let name = port === undefined ? split.text : split.text.slice(0, split.text.length - port.length);
    const isAddress = name.startsWith("[") && name.endsWith("]");
    const wrong = isAddress ? -1 : /[/\\#?:]/.exec(name)?.index ?? -1;
    if (wrong >= 0) {
      if (name[wrong] === ":") {
        warnOnce("DEP0170", `The URL ${input} is invalid. Future versions of Node.js will throw an error.`);
      }
      rest = `/${name.slice(wrong)}${rest}`;
      name = name.slice(0, wrong);
    }
    name = name.length > 255 ? "" : name.toLowerCase();
    if (isAddress && /[\0\t\n\r #%/<>?@\\^|]/.test(name)) throw invalid(input);
    if (!isAddress && name !== "") name = asciiHost(name, input);
    this.host = name + (this.port === null ? "" : `:${this.port}`);
    this.hostname = isAddress ? name.slice(1, -1) : name;
    return isAddress && !rest.startsWith("/") ? `/${rest}` : rest;
  }

  private takePath(text: string, parsesQuery: boolean): void {
    const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text)!;
    this.hash = hash ?? null;
    this.search = search ?? null;
    const query = search?.slice(1);
    if (parsesQuery) this.query = parseQuery(query ?? "");
    else this.query = query ?? null;
    if (pathname !== "") this.pathname = pathname!;
    this.joinPath();
  }

  /** @internal */
  joinPath(): void {
    if (this.pathname || this.search) this.path = (this.pathname ?? "") + (this.search ?? "");
  }

  format(): string {
    const auth = this.auth ? `${encodeURIComponent(this.auth).replaceAll("%3A", ":")}@` : "";
    const protocol = this.protocol ? this.protocol.replace(/:?$/, ":") : "";
    let host = "";
    if (this.host) host = auth + this.host;
    else if (this.hostname) {
      const isAddress = this.hostname.includes(":") && !/^\[.*\]$/.test(this.hostname);
      host = auth + (isAddress ? `[${this.hostname}]` : this.hostname) + (this.port ? `:${this.port}` : "");
    }
    let pathname = (this.pathname ?? "").replaceAll("#", "%23").replaceAll("?", "%3F");
    const query = typeof this.query === "object" && this.query !== null ? stringify(this.query) : "";
    const search = (this.search || (query === "" ? "" : `?${query}`)).replaceAll("#", "%23");
    if (this.slashes || (hasSlashes(protocol) && host !== "")) {
      if (pathname !== "" && !pathname.startsWith("/")) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith("file")) host = "//";
    return protocol + host + pathname + withPrefix("?", search) + withPrefix("#", this.hash ?? "");
  }

  resolve(relative: string): string {
    return this.resolveObject(new Url().parse(relative, false, true)).format();
  }

  resolveObject(relative: string | Url): Url {
    return resolved(this, typeof relative === "string" ? new Url().parse(relative, false, true) : relative);
  }

  parseHost(): void {
    const port = /:[0-9]*$/.exec(this.host ?? "")?.[0];
    if (port !== undefined && port !== ":") this.port = port.slice(1);
    const name = (this.host ?? "").slice(0, (this.host ?? "").length - (port?.length ?? 0));
    if (name !== "") this.hostname = name;
  }
}

const withPrefix = (mark: string, text: string) => text === "" || text.startsWith(mark) ? text : mark + text;

/** Names that were written before the parts of a path become it again, and the other way round. */
function hostIntoPath(path: string[], host: string | null): void {
  if (!host) return;
  if (path[0] === "") path[0] = host;
  else path.unshift(host);
}

function hostFromPath(url: Url, path: string[], isAbsolute: boolean): void {
  const text = isAbsolute ? "" : path.shift() ?? "";
  const at = text.indexOf("@");
  if (at > 0) url.auth = text.slice(0, at);
  url.host = url.hostname = at > 0 ? text.slice(at + 1) : text;
}

function copyHost(to: Url, from: Url): void {
  to.host = from.host ?? "";
  to.auth = from.auth;
  to.hostname = from.hostname ?? from.host ?? "";
  to.port = from.port;
}

function finish(url: Url, other: Url): Url {
  if (url.pathname !== null || url.search !== null) url.path = (url.pathname ?? "") + (url.search ?? "");
  url.slashes ||= other.slashes;
  url.href = url.format();
  return url;
}

/** A reference of another protocol. */
function ofProtocol(base: Url, relative: Url): Url {
  if (!hasSlashes(relative.protocol)) return Object.assign(base, relative, { href: relative.format() });
  base.protocol = relative.protocol;
  base.pathname = relative.pathname;
  copyHost(base, relative);
  if (!relative.host && relative.protocol !== "file:") {
    const path = (relative.pathname ?? "").split("/").filter((it, index, all) => it !== "" || index === all.length - 1);
    base.host = base.hostname = path.shift() ?? "";
    base.pathname = `/${path.join("/")}`;
  }
  base.search = relative.search;
  base.query = relative.query;
  return finish(base, relative);
}

/** Removes "." and ".."; answers how many of the latter had nothing before them. */
function withoutDots(path: string[]): number {
  let up = 0;
  for (let i = path.length - 1; i >= 0; i--) {
    const part = path[i];
    if (part !== "." && part !== ".." && up === 0) continue;
    path.splice(i, 1);
    if (part === "..") up++;
    else if (part !== ".") up--;
  }
  return up;
}

function resolved(source: Url, relative: Url): Url {
  const base = Object.assign(new Url(), source);
  base.hash = relative.hash;
  if (relative.href === "") {
    base.href = base.format();
    return base;
  }
  if (relative.slashes && !relative.protocol) {
    Object.assign(base, relative, { protocol: base.protocol });
    if (hasSlashes(base.protocol) && base.hostname && !base.pathname) base.path = base.pathname = "/";
    base.href = base.format();
    return base;
  }
  if (relative.protocol && relative.protocol !== base.protocol) return ofProtocol(base, relative);
  return joined(base, relative);
}

/** A reference of the same protocol: with a path, or with a query or a hash alone. */
function joined(base: Url, relative: Url): Url {
  let path = base.pathname?.split("/") ?? [];
  const relativePath = relative.pathname?.split("/") ?? [];
  const isRelativeAbsolute = Boolean(relative.host) || relative.pathname?.startsWith("/") === true;
  const removesDots = isRelativeAbsolute || base.pathname?.startsWith("/") === true ||
    Boolean(base.host && relative.pathname);
  let isAbsolute = removesDots;
  const isOpaque = Boolean(base.protocol) && !hasSlashes(base.protocol);
  if (isOpaque) {
    hostIntoPath(path, base.host);
    base.host = base.hostname = "";
    base.port = null;
    if (relative.protocol) {
      base.auth = null;
      hostIntoPath(relativePath, relative.host);
      relative.host = relative.hostname = relative.port = null;
    }
    isAbsolute &&= relativePath[0] === "" || path[0] === "";
  }
  if (isRelativeAbsolute) {
    if (relative.host !== null) {
      if (base.host !== relative.host) base.auth = null;
      base.host = relative.host;
      base.port = relative.port;
      base.hostname = relative.hostname;
    }
    path = relativePath;
  } else if (relativePath.length > 0) path = [...path.slice(0, -1), ...relativePath];
  if (isRelativeAbsolute || relativePath.length > 0 || relative.search !== null) {
    base.search = relative.search;
    base.query = relative.query;
  }
  const keepsPath = !isRelativeAbsolute && relativePath.length === 0 && relative.search !== null;
  if (keepsPath) {
    if (isOpaque) hostFromPath(base, path, false);
    return finish(base, relative);
  }
  if (path.length === 0) {
    base.pathname = null;
    base.path = base.search ? `/${base.search}` : null;
    base.href = base.format();
    return base;
  }
  const last = path.at(-1)!;
  const hasEnd = last === "" ||
    ((last === "." || last === "..") && Boolean(base.host || relative.host || path.length > 1));
  const up = withoutDots(path);
  if (!isAbsolute && !removesDots) path.unshift(...new Array<string>(up).fill(".."));
  if (isAbsolute && path[0] !== "") path.unshift("");
  if (hasEnd && !path.join("/").endsWith("/")) path.push("");
  const begins = path[0] === "";
  if (isOpaque) hostFromPath(base, path, begins);
  if ((isAbsolute || (base.host && path.length > 0)) && !begins) path.unshift("");
  base.pathname = path.length > 0 ? path.join("/") : null;
  if (base.pathname === null) base.path = null;
  base.auth = relative.auth || base.auth;
  return finish(base, relative);
}
