// Registrations of a run that only plans. The answer to each is known beforehand, so the
// program does not wait for it: many cross as one text, which the host reads on another thread while the program goes on.

import { Cell } from "../cell/cell.ts";
import { type Registrant, trackRegistration } from "./track_registration.ts";
import type { Monitor, Request } from "../protocol/monitor.ts";
import { Kind, type Registered, unknown } from "../protocol/ops.ts";
import { type PlainObject, setMember } from "../data/plain_object.ts";
import { enqueue, type Listener } from "../cell/microtask_queue.ts";

/** Where `unknown` stands in data, flat: [container, key, container, key, ...]. */
export type Holes = (object | string | number)[];

/** Resources that cross at a time: about a hundred kilobytes of text. */
const most = 256;

/** What stands for `unknown` in the text; data with such a key is not plain. */
const hole = { $lumi: "unknown" };

const { stringify } = JSON;
const { includes } = String.prototype;

const customAnswer: Registered = { id: unknown, outputs: null, complete: false };
const componentAnswer: Registered = { id: undefined, outputs: null, complete: false };

/** A resource that a plan answers for. */
export interface PlannedResource extends Registrant {
  readonly kind: Kind;
}

export class Plan implements Listener {
  /** What has not crossed yet. */
  private states: PlannedResource[] = [];
  private requests: Request[] = [];
  private holes: Holes = [];
  private isScheduled = false;
  /** Nothing but its turn in the queue. */
  private readonly turn = new Cell();

  constructor(private readonly monitor: Monitor) {}

  /** Registers a resource of plain data, and answers at once: what needs it need not wait. */
  add(state: PlannedResource, request: Request, holes: Holes): void {
    this.states.push(state);
    this.requests.push(request);
    for (let index = 0; index < holes.length; index++) this.holes.push(holes[index]!);
    if (this.states.length === most) this.send();
    else if (!this.isScheduled) this.schedule();
    state.accept(state.kind === Kind.Component ? componentAnswer : customAnswer);
  }

  /** In the queue of the answers, so that the program gets the data, and may change it, after it has crossed. */
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

  /** What is thrown is an answer, too: there are others to be registered. */
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
  // A method that the program has added to all objects or arrays would be asked.
  if ("toJSON" in []) return null;
  const members: unknown[] = [];
  for (const { serial, inputs, edges } of requests) members.push(serial, inputs, edges);
  try {
    const text = stringify(members);
    // JSON has no half surrogate pairs, so they are escaped.
    return Reflect.apply(includes, text, ["\\ud"]) ? null : text;
  } catch {
    // Longer than a string can be.
    return null;
  }
}
