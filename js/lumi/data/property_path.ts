// Paths into inputs and outputs, such as `tags.owner`, `rules[0].port` or `labels["a.b/c"]`.

import { isIdentifier } from "./identifier.ts";

export function joinPath(base: string, key: string | number): string {
  if (typeof key === "number") return `${base}[${key}]`;
  if (!isIdentifier(key)) return `${base}[${JSON.stringify(key)}]`;
  return base === "" ? key : `${base}.${key}`;
}

export function formatPath(base: string, keys: readonly (string | number)[]): string {
  let path = base;
  for (const key of keys) path = joinPath(path, key);
  return path;
}
