// Classifies values for the walk over captured values (src/host/closures): resources, Properties,
// and exports of the SDK.

import { type Cell, cellOf, State } from "../cell/cell.ts";
import { ResourceClient } from "../property/client.ts";
import { serialsOf } from "../data/dependencies.ts";
import { type Reached, reachedAs } from "./exports.ts";
import type { Serial } from "../protocol/ops.ts";
import { type ResourceState, stateOf } from "../resource/resource_state.ts";
import { placeName } from "../session/place_name.ts";
import { session } from "../session/session.ts";

/** The result of `classify`; undefined for other values. */
export type Classified =
  | {
    kind: "resource";
    serial: number;
    name: string;
    type: string;
    client?: unknown;
    bindings?: readonly string[];
    /** Names of own members that contain other resources. */
    members?: readonly string[];
  }
  | {
    kind: "property";
    key: number;
    name: string;
    isSecret: boolean;
    /** Serial, name, type and output of each source resource, flattened. */
    sources: readonly string[];
    /** The key of the configuration that it is. */
    configKey: string | undefined;
  }
  | { kind: "value"; value: unknown }
  | Reached;

/** Captured Properties; the index is the key. */
const captured: Cell[] = [];
const keys = new WeakMap<Cell, number>();

/** The cell of the Property that was captured under `key`. */
export function capturedCell(key: number): Cell | undefined {
  return captured[key];
}

/** Classifies `value` in a closure; `modules` adds exports of Lumi (see exports.ts). */
export function classify(value: unknown, modules?: readonly string[]): Classified | undefined {
  if (modules !== undefined) return reachedAs(value, modules);
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  const cell = cellOf(value);
  if (cell !== undefined) return ofCell(cell);
  const state = stateOf(value);
  return state === undefined ? undefined : ofResource(value, state);
}

function ofCell(cell: Cell): Classified {
  // Values of resources are bound at deployment even if they are known now, so that the hash of the
  // code stays the same.
  const isOwn = cell.state === State.Settled && cell.dependencies === null && !cell.isSecret;
  if (isOwn && cell.isKnown) return { kind: "value", value: cell.value };
  let key = keys.get(cell);
  if (key === undefined) {
    key = captured.push(cell) - 1;
    keys.set(cell, key);
  }
  const { isSecret } = cell;
  const configKey = cell.setting()?.key;
  return { kind: "property", key, name: placeName(cell), isSecret, sources: sourcesOf(cell), configKey };
}

function sourcesOf(cell: Cell): string[] {
  const place = cell.place();
  const serials = new Set<Serial>();
  // The sources of a pending value are those of the cells that it waits for.
  const waiting = [cell];
  for (let at = waiting.pop(), seen = new Set([at]); at !== undefined; at = waiting.pop()) {
    const own = at.place();
    if (own !== null && own.serial >= 0) serials.add(own.serial);
    for (const serial of serialsOf(at.dependencies)) serials.add(serial);
    if (!at.isPending) continue;
    for (const source of at.source?.allCells() ?? []) {
      if (!seen.has(source)) waiting.push(source);
      seen.add(source);
    }
  }
  return [...serials].sort((a, b) => a - b).flatMap((serial) => {
    const { name, type } = session().resources[serial]!;
    return [String(serial), name, type, place?.serial === serial ? place.path : "*"];
  });
}

function isResource(value: unknown): boolean {
  return typeof value === "object" && value !== null && cellOf(value) === undefined && stateOf(value) !== undefined;
}

function ofResource(value: object, state: ResourceState): Classified {
  const { serial, name, type } = state;
  const client = state.client ?? (value.constructor as { client?: unknown }).client;
  const members = Object.keys(value).filter((key) => isResource((value as Record<string, unknown>)[key]));
  if (!(client instanceof ResourceClient)) return { kind: "resource", serial, name, type, members };
  return { kind: "resource", serial, name, type, client: client.create, bindings: client.bindings, members };
}
