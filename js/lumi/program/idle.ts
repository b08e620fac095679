// Runs when nothing else can: if a hole explains the stall, values that wait for promises become
// unknown; otherwise reports the waiting operations.

import { Cell, type Source } from "../cell/cell.ts";
import { Failure } from "../data/failure.ts";
import type { IdleReport, Serial, Waiting } from "../protocol/ops.ts";
import { Kind } from "../protocol/ops.ts";
import { OutputCell } from "../resource/output_cell.ts";
import { statesOf } from "../resource/resource_state.ts";
import type { Session } from "../session/session.ts";

/** Called when the event loop is empty. */
export function idle(session: Session): IdleReport {
  if (session.trial?.next() === true) return progressReport();
  const awaited = awaitedPlaces(session);
  const progress = awaited.length > 0 ? continueWithHoles(session) : endComponents(session);
  const waiting = progress ? [] : waitingIn(session);
  if (!progress && awaited.length === 0) {
    for (const { cell } of session.awaiters) waiting.push(explain(-1, "await", cell));
  }
  const { failed } = session.unseen;
  return { progress, awaited, unseen: unseenPlaces(session), failed, waiting, cycle: findCycle(waiting) };
}

/** The report that something can run again. */
export function progressReport(): IdleReport {
  return { progress: true, awaited: [], unseen: [], failed: [], waiting: [], cycle: [] };
}

function waitingIn(session: Session): Waiting[] {
  return [...session.waiting].flatMap((operation) =>
    operation.slots.filter((slot) => slot.cell.isPending)
      .map((slot) => explain(operation.serial, operation.describe(slot.path), slot.cell))
  );
}

function awaitedPlaces(session: Session): IdleReport["awaited"] {
  const places = new Map<string, { serial: Serial; path: string }>();
  for (const cell of session.awaited) {
    const place = cell.origin?.place();
    if (place) places.set(`${place.serial} ${place.path}`, place);
  }
  return [...places.values()];
}

/**
 * The places of unseen code. A promise that became an input represents code that awaits a hole,
 * which will not declare more.
 */
function unseenPlaces({ unseen, awaited, hasPromisesTaken }: Session): IdleReport["unseen"] {
  if (!hasPromisesTaken) { for (const cell of awaited) unseen.note(cell); }
  return unseen.report();
}

/** Promises first: Properties that the program settles may depend on them, components on both. */
function continueWithHoles(session: Session): boolean {
  const leaves = [...session.waiting].flatMap((operation) => operation.slots.flatMap((slot) => leavesOf(slot.cell)));
  if (settleAsUnknown(leaves, "promise")) return session.hasPromisesTaken = true;
  return settleAsUnknown(leaves, "deferred") ||
    settleAsUnknown(leaves.filter(isUnregisteredOutput), null);
}

function isUnregisteredOutput(cell: Cell): boolean {
  return cell instanceof OutputCell && cell.resource.kind === Kind.Component && cell.name !== "" &&
    !cell.resource.hasRegisteredOutputs;
}

/** Settles the cells of one kind as holes; returns whether there were any. */
function settleAsUnknown(leaves: readonly Cell[], backing: Cell["backing"]): boolean {
  let isAny = false;
  for (const cell of leaves) {
    if (cell.backing !== backing || !cell.isPending) continue;
    cell.settleHole(null);
    isAny = true;
  }
  return isAny;
}

/** Fails the outputs of components that never registered any. */
function endComponents(session: Session): boolean {
  let isAny = false;
  for (const state of statesOf(session)) {
    if (state.kind !== Kind.Component || state.hasRegisteredOutputs) continue;
    for (const cell of state.readOutputs) {
      if (!cell.isPending) continue;
      const problem = `${state.owner} has no output "${cell.name}": it never called registerOutputs`;
      cell.fail(new Failure(new Error(problem)));
      isAny = true;
    }
  }
  return isAny;
}

/** The pending cells that wait for no other cell. */
function leavesOf(cell: Cell): Cell[] {
  const leaves: Cell[] = [];
  const seen = new Set<Source>([cell]);
  for (const source of seen) {
    const isLeaf = source instanceof Cell && source.source === null;
    if (isLeaf) leaves.push(source);
    else if (source instanceof Cell) seen.add(source.source!);
    else for (const inner of source.pendingCells()) seen.add(inner);
  }
  return leaves;
}

function explain(serial: Serial, path: string, cell: Cell): Waiting {
  const leaves = leavesOf(cell);
  const resources = leaves.filter((leaf) => leaf instanceof OutputCell).map((leaf) => leaf.resource.serial);
  return {
    serial,
    path,
    resources: [...new Set(resources)],
    promise: leaves.some((leaf) => leaf.backing !== null),
  };
}

/** A circle of resources that wait for each other, if any. */
function findCycle(waiting: readonly Waiting[]): Serial[] {
  const next = new Map<Serial, Serial[]>();
  for (const { serial, resources } of waiting) {
    if (serial >= 0) next.set(serial, [...(next.get(serial) ?? []), ...resources]);
  }
  const done = new Set<Serial>();
  for (const start of next.keys()) {
    const path: Serial[] = [];
    const onPath = new Set<Serial>();
    // A stack entry is a resource to enter, or null to leave the last one.
    const stack: (Serial | null)[] = [start];
    while (stack.length > 0) {
      const serial = stack.pop()!;
      if (serial === null) {
        const left = path.pop()!;
        onPath.delete(left);
        done.add(left);
      } else if (onPath.has(serial)) {
        return path.slice(path.indexOf(serial));
      } else if (!done.has(serial)) {
        path.push(serial);
        onPath.add(serial);
        stack.push(null, ...(next.get(serial) ?? []));
      }
    }
  }
  return [];
}
