// The fields of structs as JSON names them.

import type { Type } from "./types.ts";

const known: Map<Type, any[]> = new Map();

/** The value of a key in the tag of a field. */
export function tagged(tag: string, key: string): string | undefined {
  const found = new RegExp(`(?:^| )${key}:"((?:[^"\\\\]|\\\\.)*)"`).exec(tag);
  return found === null ? undefined : found[1];
}

/** The fields of a struct and of the structs that it embeds; of those with one name the nearest one. */
export function jsonFields(type: Type): any[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const all: any[] = [];
  collect(type, [], [], all, []);
  const found = all.filter((it) => {
    const rivals = all.filter((other) => other.name === it.name);
    const least = Math.min(...rivals.map((other) => other.path.length));
    const near = rivals.filter((other) => other.path.length === least);
    const chosen = near.length > 1 ? near.filter((other) => other.isTagged) : near;
    return chosen.length === 1 && chosen[0] === it;
  });
  known.set(type, found);
  return found;
}

function collect(type: Type, path: string[], owners: Type[], all: any[], around: Type[]): void {
  for (const field of type.fields) {
    const tag = tagged(field.tag, "json");
    if (tag === "-") continue;
    const [name = "", ...options] = (tag ?? "").split(",");
    const inner = field.type.kind === "pointer" ? field.type.elem : field.type;
    const isInner = field.isEmbedded && name === "" && inner.kind === "struct";
    if (isInner) {
      if (!around.includes(inner)) collect(inner, [...path, field.member], [...owners, field.type], all, [...around, inner]);
      continue;
    }
    if (!field.isExported) continue;
    all.push({
      name: name === "" ? field.name : name,
      isTagged: name !== "",
      path: [...path, field.member],
      owners: [...owners, field.type],
      type: field.type,
      omitsEmpty: options.includes("omitempty"),
      omitsZero: options.includes("omitzero"),
      isText: options.includes("string"),
    });
  }
}
