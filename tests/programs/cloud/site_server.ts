// Serves the files of sites, for the target `recorder`.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A site as the recorder has it. */
export interface RecordedSite {
  /** Paths on this machine by paths in the site. */
  readonly files: Readonly<Record<string, string>>;
  readonly index: string;
  readonly notFound?: string;
  readonly isApplication: boolean;
  readonly immutable: readonly string[];
}

export interface SiteRequest {
  readonly verb: string;
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface SiteReply {
  readonly code: number;
  readonly fields: Record<string, string>;
  readonly content: number[] | null;
}

const TYPES: Readonly<Record<string, string>> = { html: "text/html", css: "text/css", js: "text/javascript" };

/** Answers a request for a path, which may have a query. */
export function serve(site: RecordedSite, { verb, target, fields }: SiteRequest): SiteReply {
  if (verb !== "GET" && verb !== "HEAD") return { code: 405, fields: { allow: "GET, HEAD" }, content: [] };
  const [encoded = "/", ...query] = target.split("?");
  const asked = encoded.slice(1).split("/").map(decodeURIComponent);
  const path = asked.some((it) => it.includes("/")) ? "?" : asked.join("/");
  const name = path === "" || path.endsWith("/") ? path + site.index : path;
  if (`${name}/${site.index}` in site.files) {
    const location = `./${encoded.split("/").at(-1)}/${query.length > 0 ? `?${query.join("?")}` : ""}`;
    return { code: 308, fields: { location }, content: [] };
  }
  if (name in site.files) return content(site, name, verb, fields);
  if (site.isApplication) return content(site, site.index, verb, fields);
  if (site.notFound === undefined) return { code: 404, fields: {}, content: [] };
  return { ...content(site, site.notFound, verb, {}), code: 404 };
}

function content(site: RecordedSite, name: string, verb: string, asked: Readonly<Record<string, string>>): SiteReply {
  const bytes = readFileSync(site.files[name]!);
  const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
  const isKept = site.immutable.some((it) => name.startsWith(it));
  const fields: Record<string, string> = {
    etag,
    "content-type": TYPES[name.split(".").at(-1)!] ?? "text/plain",
    "cache-control": isKept ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate",
    vary: "accept-encoding",
  };
  if (asked["if-none-match"]?.split(", ").includes(etag)) return { code: 304, fields, content: null };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(asked["range"] ?? "") ?? [];
  if (first === undefined) {
    fields["content-length"] = String(bytes.length);
    return { code: 200, fields, content: verb === "HEAD" ? null : [...bytes] };
  }
  if (Number(first) >= bytes.length) return { code: 416, fields, content: [] };
  const end = Math.min(last ? Number(last) : Infinity, bytes.length - 1);
  fields["content-range"] = `bytes ${first}-${end}/${bytes.length}`;
  return { code: 206, fields, content: [...bytes.subarray(Number(first), end + 1)] };
}
