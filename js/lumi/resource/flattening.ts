// Encodes values as host data in one pass: checks every value, records the resources it came from,
// and leaves a pending slot for each unsettled value.

import { Archive } from "../property/archive.ts";
import { Asset, FunctionAsset, MARKER, OWNED } from "../property/asset.ts";
import { type Cell, cellOf, State } from "../cell/cell.ts";
import { ClosureCell } from "../property/closure.ts";
import { serialsOf } from "../data/dependencies.ts";
import { EPHEMERAL, EPHEMERAL_PLACES, EphemeralValue } from "../property/ephemeral_value.ts";
import { PendingSlot } from "../cell/pending_slot.ts";
import { type AssetWire, isGroup, Marker, type Serial, unknown, type Wire } from "../protocol/ops.ts";
import { base64, describeObject, isSafeBigInt, isValidDate, type Objection, objectionTo } from "../cell/plain_form.ts";
import { type PlainObject, setMember } from "../data/plain_object.ts";
import type { Holes } from "../session/plan.ts";
import { isThenable, PromiseCell } from "../cell/promise_cell.ts";
import { resolveInto } from "../cell/resolve_into.ts";
import { formatPath } from "../data/property_path.ts";
import { closePosition, openPosition, type Position } from "../data/position.ts";
import { ResourceState, stateOf } from "./resource_state.ts";
import { textsOf } from "../data/texts.ts";
import { session } from "../session/session.ts";
import { messageOf, ValueError } from "../data/value_error.ts";

/** Maximum depth, well below that of recursive parsers in engines, providers and editors. */
const deepest = 500;
const longest = 10_000_000;
/** The key that marks the host's own objects in JSON. */
const LUMI = "$lumi";

const objectPrototype = Object.prototype;
const { getPrototypeOf, keys: keysOf } = Object;
const { slice } = Array.prototype;

/** The shared empty list; never modified. */
const noEdges: (string | Serial)[] = [];
export const noSlots: PendingSlot[] = [];
const noHoles: Holes = [];
const noTexts: Set<string> = new Set();

/** The owner of the data, for messages: `input "a.b" of resource "web" (aws:ec2:Instance)`. */
export interface Subject {
  readonly noun: string;
  readonly owner: string;
  /** Whether ephemeral values can be part of it; those of resources follow from their kind. */
  readonly takesEphemeral?: boolean;
}

export class Flattening {
  /** Flat: [path, serial, path, serial, ...]. */
  edges: (string | Serial)[] = noEdges;
  /** The slots to fill before the data is complete. */
  slots: PendingSlot[] = noSlots;
  /** Whether any part of the data is secret. */
  hasSecret = false;
  /** The texts that `unsecret` opened. */
  opened: Set<string> = noTexts;
  /** Whether the data is valid JSON, except for holes. */
  isPlain = true;
  /** The positions of `unknown`. */
  holes: Holes = noHoles;
  private position: Position | null = null;

  constructor(private readonly subject: Subject) {}

  /** Flattens the members of an object; none for `undefined`. */
  members(value: unknown): Record<string, Wire> {
    if (value === undefined || value === null) return {};
    const { ancestors } = this.open("");
    try {
      const prototype = typeof value === "object" ? getPrototypeOf(value) : undefined;
      if (prototype === objectPrototype || prototype === null) {
        ancestors.push(value);
        const wire = this.record(value as PlainObject) as Record<string, Wire>;
        ancestors.pop();
        return wire;
      }
    } catch (error) {
      throw this.explained(error);
    } finally {
      this.close();
    }
    const isObject = typeof value === "object" || cellOf(value) !== undefined;
    const what = isObject ? describeObject(value as object) : `a ${typeof value}`;
    throw new ValueError(
      `the ${this.subject.noun}s of ${this.subject.owner} must be a plain object, not ${what}`,
    );
  }

  /** Fills a settled pending slot; may leave new pending slots in its value. */
  fill({ container, key, path, cell, resource }: PendingSlot): void {
    if (container === null) return;
    this.open(path);
    try {
      const wire = resource === null ? this.settled(cell, container, key) : this.marker(stateOf(resource)!);
      put(container, key, wire);
    } catch (error) {
      throw this.explained(error);
    } finally {
      this.close();
    }
  }

  /** Waits for a cell without using its value. */
  await(path: string, cell: Cell): void {
    if (cell.state !== State.Settled) this.leave(new PendingSlot(null, 0, path, cell));
  }

  private get path(): string {
    const { base, keys } = this.position!;
    return formatPath(base, keys);
  }

  private open(base: string): Position {
    return (this.position = openPosition(base));
  }

  private close(): void {
    closePosition(this.position!);
    this.position = null;
  }

  private leave(slot: PendingSlot): void {
    if (this.slots === noSlots) this.slots = [slot];
    else this.slots.push(slot);
  }

  private depend(serial: Serial, path: string): void {
    if (this.edges === noEdges) this.edges = [path, serial];
    else this.edges.push(path, serial);
  }

  private value(value: unknown, container: object, key: string | number): Wire {
    switch (typeof value) {
      case "number":
        return this.number(value);
      case "string":
      case "boolean":
      case "undefined":
        return value;
      case "object":
        return value === null ? null : this.object(value, container, key);
      case "bigint":
        return isSafeBigInt(value) ? Number(value) : this.refuse(value);
      case "function": {
        const cell = cellOf(value) ?? this.closure(value as (...args: never[]) => unknown);
        return cell === null ? this.refuse(value) : this.property(cell, container, key);
      }
      default:
        return value === unknown ? this.hole(container, key) : this.refuse(value);
    }
  }

  private number(value: number): number {
    if (!isDecimal(value)) this.isPlain = false;
    return value;
  }

  private hole(container: object, key: string | number): Wire {
    if (this.holes === noHoles) this.holes = [container, key];
    else this.holes.push(container, key);
    return unknown;
  }

  private mark(kind: Marker["kind"], payload: unknown): Marker {
    this.isPlain = false;
    return new Marker(kind, payload);
  }

  private object(value: object, container: object, key: string | number): Wire {
    const prototype = getPrototypeOf(value);
    const isRecord = prototype === objectPrototype || prototype === null;
    if (!isRecord && !Array.isArray(value)) return this.special(value, container, key);
    if (!isRecord) this.checkLength(value as unknown[]);
    this.enter(value);
    const wire = isRecord ? this.record(value as PlainObject) : this.list(value as unknown[]);
    this.position!.ancestors.pop();
    return wire;
  }

  /** Refuses sparse arrays with a huge length, because every element would be created. */
  private checkLength(list: readonly unknown[]): void {
    if (list.length > longest) {
      throw this.refusal({
        problem: `has ${list.length} members, more than ${longest}`,
        advice: "split it, or pass it as text",
      });
    }
  }

  private enter(value: object): void {
    const { base, ancestors, keys } = this.position!;
    if (ancestors.length >= deepest) {
      throw this.refusal({
        problem: `is nested deeper than ${deepest} levels`,
        advice: "flatten it, or pass it as text",
      }, 12);
    }
    const level = ancestors.indexOf(value);
    if (level >= 0) {
      const start = formatPath(base, keys.slice(0, keys.length - ancestors.length + level));
      const again = start === "" ? `the ${this.subject.noun}s themselves` : `"${start}"`;
      throw this.refusal({
        problem: `contains itself: it is ${again} again`,
        advice: "leave the reference out",
      });
    }
    ancestors.push(value);
  }

  /**
   * Clones a plain object: a clone keeps the shape, which is faster and smaller than adding
   * members.
   */
  private record(value: PlainObject): PlainObject {
    const { keys, isPatched } = this.position!;
    const wire = isPatched ? null : cloned(value);
    if (wire === null) return this.memberwise(value);
    let isChanged = false;
    for (const name in wire) {
      const member = wire[name];
      if (name === LUMI) this.isPlain = false;
      if (typeof member === "string" || typeof member === "boolean") continue;
      if (typeof member === "number") {
        if (!isDecimal(member)) this.isPlain = false;
        continue;
      }
      if (member === undefined && !isChanged) return this.memberwise(value);
      keys.push(name);
      const flat = this.value(member, wire, name);
      keys.pop();
      isChanged = true;
      if (flat === undefined) delete wire[name];
      else if (flat !== member) setMember(wire, name, flat);
    }
    return wire;
  }

  /** Leaves out undefined members, and reports the member whose getter throws. */
  private memberwise(value: PlainObject): PlainObject {
    const wire: PlainObject = {};
    const { keys } = this.position!;
    for (const name of keysOf(value)) {
      if (name === LUMI) this.isPlain = false;
      keys.push(name);
      const member = this.value(value[name], wire, name);
      keys.pop();
      if (member !== undefined) setMember(wire, name, member);
    }
    return wire;
  }

  private list(value: unknown[]): Wire[] {
    const wire: Wire[] = Reflect.apply(slice, value, []);
    const { keys } = this.position!;
    for (let index = 0; index < wire.length; index++) {
      const member = wire[index];
      if (typeof member === "string") continue;
      if (typeof member === "number") {
        if (!isDecimal(member)) this.isPlain = false;
        continue;
      }
      keys.push(index);
      const flat = this.value(member, wire, index);
      keys.pop();
      wire[index] = flat === undefined ? null : flat;
    }
    return wire;
  }

  private special(value: object, container: object, key: string | number): Wire {
    const cell = cellOf(value);
    if (cell !== undefined) return this.property(cell, container, key);
    const state = stateOf(value);
    if (state !== undefined) return this.resource(state, container, key);
    if (value instanceof FunctionAsset) {
      const closure = this.closure(value.callback);
      return closure === null ? this.refuse(value.callback) : this.property(closure, container, key);
    }
    if (value instanceof Asset || value instanceof Archive) {
      if (this.subject instanceof ResourceState) value[OWNED](this.subject, this.path);
      this.isPlain = false;
      return value[MARKER]();
    }
    if (value instanceof EphemeralValue) return this.ephemeral(value);
    if (isValidDate(value)) return value.toISOString();
    if (value instanceof Uint8Array) return this.mark("asset", bytesAsset(value));
    if (isThenable(value)) return this.property(new PromiseCell(value, resolveInto), container, key);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== "function" || value instanceof Date) return this.refuse(value);
    this.enter(value);
    const wire = this.value(Reflect.apply(toJSON, value, []), container, key);
    this.position!.ancestors.pop();
    return wire;
  }

  private ephemeral(value: EphemeralValue): Wire {
    const { subject } = this;
    const isTaken = subject instanceof ResourceState ? !isGroup(subject.kind) : subject.takesEphemeral === true;
    if (!isTaken) {
      throw this.refusal({ problem: "is an ephemeral value, which is never stored", advice: EPHEMERAL_PLACES });
    }
    this.isPlain = false;
    return value[EPHEMERAL]();
  }

  private property(cell: Cell, container: object, key: string | number): Wire {
    if (cell.state === State.Settled) return this.settled(cell, container, key);
    this.leave(new PendingSlot(container, key, this.path, cell));
    return null;
  }

  private settled(cell: Cell, container: object, key: string | number): Wire {
    if (cell.dependencies !== null) this.dependAll(cell);
    if (!cell.isSecret) {
      if (cell.isOpened) this.noteOpened(cell.value);
      return this.value(cell.value, container, key);
    }
    this.hasSecret = true;
    const secret: { kind: string; payload: Wire } = this.mark("secret", null);
    secret.payload = this.value(cell.value, secret, "payload");
    return secret.payload === undefined ? undefined : secret;
  }

  private noteOpened(value: unknown): void {
    if (this.opened === noTexts) this.opened = new Set();
    for (const text of textsOf(value)) this.opened.add(text);
  }

  private dependAll({ dependencies }: Cell): void {
    const { path } = this;
    if (typeof dependencies === "number") return this.depend(dependencies, path);
    for (const serial of serialsOf(dependencies)) this.depend(serial, path);
  }

  private resource(state: ResourceState, container: object, key: string | number): Wire {
    if (state.isAnswered) return this.marker(state);
    this.leave(new PendingSlot(container, key, this.path, state.answered, state.resource));
    return null;
  }

  private marker(state: ResourceState): Marker {
    this.depend(state.serial, this.path);
    return this.mark("resource", state.serial);
  }

  /** Captures a function that is an input of a resource; refuses it elsewhere. */
  private closure(callback: (...args: never[]) => unknown): ClosureCell | null {
    return this.subject instanceof ResourceState ? ClosureCell.of(callback) : null;
  }

  private refuse(value: unknown): never {
    throw this.refusal(objectionTo(value));
  }

  /** `shown` limits the number of path segments in the message. */
  private refusal({ problem, advice }: Objection, shown = Infinity): ValueError {
    const { noun, owner } = this.subject;
    const { base, keys } = this.position!;
    const path = shown < keys.length ? `${formatPath(base, keys.slice(0, shown))}...` : this.path;
    const where = `${noun} "${path}" of ${owner}`;
    return new ValueError(`${where} ${problem}; ${advice}`);
  }

  /** Adds the path to an error of a getter, a proxy or `toJSON`, and keeps the cause. */
  private explained(error: unknown): unknown {
    if (error instanceof ValueError) return error;
    const { noun, owner } = this.subject;
    const where = this.path === "" ? `the ${noun}s of ${owner}` : `${noun} "${this.path}" of ${owner}`;
    return new ValueError(`${where} cannot be read: ${messageOf(error)}`, error);
  }
}

/** Whether the number is the same in JSON. */
function isDecimal(value: number): boolean {
  return value === 0 ? 1 / value > 0 : value - value === 0;
}

/** Encodes bytes as an asset. */
function bytesAsset(bytes: Uint8Array): AssetWire {
  const body = base64(bytes);
  const hash = session().monitor.assetHash(false, "base64", body);
  return { kind: "text", body, base64: true, hash };
}

/** Returns null if reading a member failed. */
function cloned(value: PlainObject): PlainObject | null {
  try {
    return { ...value };
  } catch {
    return null;
  }
}

function put(container: object, key: string | number, wire: Wire): void {
  if (Array.isArray(container)) container[key as number] = wire === undefined ? null : wire;
  else if (wire === undefined) delete (container as PlainObject)[key];
  else setMember(container as PlainObject, key as string, wire);
}
