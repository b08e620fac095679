// Node's path arguments: a string, a file: URL, or bytes.

import { core } from "../web/ops.ts";
import { fileURLToPath } from "./url.ts";

export type PathLike = string | URL | Uint8Array;

export function pathOf(path: PathLike): string {
  if (typeof path === "string") return path;
  if (path instanceof URL) return fileURLToPath(path);
  if (path instanceof Uint8Array) return core.decode(path);
  const problem = `a path must be a string or a file: URL, not ${path === null ? "null" : typeof path}`;
  throw Object.assign(new TypeError(problem), { code: "ERR_INVALID_ARG_TYPE" });
}
