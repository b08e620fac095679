// The paths of secrets in host data.

import { Marker, type Wire } from "../protocol/ops.ts";
import { joinPath } from "./property_path.ts";

export function secretPaths(wire: Wire, base: string): string[] {
  if (typeof wire !== "object" || wire === null) return [];
  if (wire instanceof Marker) return wire.kind === "secret" ? [base] : [];
  if (Array.isArray(wire)) return wire.flatMap((item, index) => secretPaths(item, joinPath(base, index)));
  return Object.entries(wire).flatMap(([key, item]) => secretPaths(item, joinPath(base, key)));
}
