// What the walk over captured values (src/host/closures) cannot know by itself: which values are
// resources and Properties, and what the SDK exports.

import { type Cell, cellOf, State } from "../cell/cell.ts";
import { ResourceClient } from "../property/client.ts";
import { serialsOf } from "../data/dependencies.ts";
import { exportedAs } from "./exports.ts";
import type { Serial } from "../protocol/ops.ts";
import { type ResourceState, stateOf } from "../resource/resource_state.ts";
import { placeName } from "../session/place_name.ts";
import { session } from "../session/session.ts";

/** What `classify` answers; undefined for everything else. */
export type Classified =
  | {
    kind: "resource";
    serial: number;
    name: string;
    type: string;
    client?: unknown;
    bindings?: readonly string[];
    /** Names of own members that hold other resources. */
    members?: readonly string[];
  }
  | {
    kind: "property";
    key: number;
    name: string;
    isSecret: boolean;
    /** Serial, name, type and output of each resource that it was made of, one after the other. */
    sources: readonly string[];
  }
  | { kind: "value"; value: unknown }
  | { kind: "import"; specifier: string; name: string };

/** Properties that were captured, by their key. */
const captured: Cell[] = [];
const keys = new WeakMap<Cell, number>();

/** The cell of a Property that was captured under `key`. */
export function capturedCell(key: number): Cell | undefined {
  return captured[key];
}

/** Says what `value` is in a closure: a proxy, or with `modules` something of Lumi (see exports.ts). */
export function classify(value: unknown, modules?: readonly string[]): Classified | undefined {
  if (modules !== undefined) return ofLumi(value, modules);
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  const cell = cellOf(value);
  if (cell !== undefined) return ofCell(cell);
  const state = stateOf(value);
  return state === undefined ? undefined : ofResource(value, state);
}

function ofLumi(value: unknown, modules: readonly string[]): Classified | undefined {
  const exported = exportedAs(value, modules);
  return exported === undefined ? undefined : { kind: "import", specifier: exported[0], name: exported[1] };
}

function ofCell(cell: Cell): Classified {
  // What came from a resource is bound when the code is deployed, also where it is known already:
  // the same code has the same hash before and after.
  const isOwn = cell.state === State.Settled && cell.dependencies === null && !cell.isSecret;
  if (isOwn && cell.isKnown) return { kind: "value", value: cell.value };
  let key = keys.get(cell);
  if (key === undefined) {
    key = captured.push(cell) - 1;
    keys.set(cell, key);
  }
  return { kind: "property", key, name: placeName(cell), isSecret: cell.isSecret, sources: sourcesOf(cell) };
}

function sourcesOf(cell: Cell): string[] {
  const place = cell.place();
  const serials = new Set<Serial>();
  // Where a value comes from that is not there yet, is known by what it waits for.
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
  const { client } = value.constructor as { client?: unknown };
  const members = Object.keys(value).filter((key) => isResource((value as Record<string, unknown>)[key]));
  if (!(client instanceof ResourceClient)) return { kind: "resource", serial, name, type, members };
  return { kind: "resource", serial, name, type, client: client.create, bindings: client.bindings, members };
}
