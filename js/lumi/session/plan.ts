// Registrations of a plan-only run. Every answer is known in advance, so the program does not wait:
// registrations are sent in batches as text, which the host reads on another thread while the
// program runs.

import { Cell } from "../cell/cell.ts";
import { type Registrant, trackRegistration } from "./track_registration.ts";
import type { Monitor, Request } from "../protocol/monitor.ts";
import { Kind, type Registered, unknown } from "../protocol/ops.ts";
import { type PlainObject, setMember } from "../data/plain_object.ts";
import { enqueue, type Listener } from "../cell/microtask_queue.ts";

/** The positions of `unknown` in data, flat: [container, key, container, key, ...]. */
export type Holes = (object | string | number)[];

/** Maximum number of resources per batch: about a hundred kilobytes of text. */
const most = 256;

/** The encoding of `unknown` in the text; data with such a key is not plain. */
const hole = { $lumi: "unknown" };

const { stringify } = JSON;
const { includes } = String.prototype;

const customAnswer: Registered = { id: unknown, outputs: null, complete: false };
const componentAnswer: Registered = { id: undefined, outputs: null, complete: false };

/** A resource in a plan-only run. */
export interface PlannedResource extends Registrant {
  readonly kind: Kind;
}

export class Plan implements Listener {
  /** Resources that were not sent yet. */
  private states: PlannedResource[] = [];
  private requests: Request[] = [];
  private holes: Holes = [];
  private isScheduled = false;
  /** A settled cell that is used only to schedule the next flush. */
  private readonly turn = new Cell();

  constructor(private readonly monitor: Monitor) {}

  /** Registers a resource of plain data and settles it at once. */
  add(state: PlannedResource, request: Request, holes: Holes): void {
    this.states.push(state);
    this.requests.push(request);
    for (let index = 0; index < holes.length; index++) this.holes.push(holes[index]!);
    if (this.states.length === most) this.send();
    else if (!this.isScheduled) this.schedule();
    state.accept(state.kind === Kind.Component ? componentAnswer : customAnswer);
  }

  /**
   * Flushes through the queue of answers, so that the data is sent before the program gets it and
   * may change it.
   */
  private schedule(): void {
    this.isScheduled = true;
    enqueue(this, this.turn);
  }

  notify(): void {
    this.isScheduled = false;
    if (this.states.length > 0) this.send();
  }

  private send(): void {
    const { states, requests, holes, monitor } = this;
    fill(holes, hole);
    const text = textOf(requests);
    fill(holes, unknown);
    if (text !== null) monitor.plan!(text);
    else {for (let index = 0; index < states.length; index++) {
        trackRegistration(states[index]!, this.register(requests[index]!));
      }}
    states.length = requests.length = holes.length = 0;
  }

  /** Never throws: an exception is the answer to this registration, and others follow. */
  private async register(request: Request): Promise<Registered> {
    return await this.monitor.register(request);
  }
}

function fill(holes: Holes, value: unknown): void {
  for (let index = 0; index < holes.length; index += 2) {
    setMember(holes[index] as PlainObject, holes[index + 1] as string, value);
  }
}

/** `[serial, inputs, edges, serial, inputs, edges, ...]` as JSON. */
function textOf(requests: readonly Request[]): string | null {
  // A `toJSON` method that the program added to all objects or arrays would be called.
  if ("toJSON" in []) return null;
  const members: unknown[] = [];
  for (const { serial, inputs, edges } of requests) members.push(serial, inputs, edges);
  try {
    const text = stringify(members);
    // JSON.stringify escapes lone surrogates, which the host cannot represent.
    return Reflect.apply(includes, text, ["\\ud"]) ? null : text;
  } catch {
    // The text is longer than a string can be.
    return null;
  }
}
