// Registrations of a run that only plans. The answer to each is known beforehand, so none waits for
// the host: many cross as one text, which it reads on another thread while the program goes on.

import { listen } from "./listening.ts";
import type { Monitor, Request } from "./monitor.ts";
import { Kind, type Registered, unknown } from "./ops.ts";
import { type PlainObject, setMember } from "./plain_object.ts";
import type { ResourceState } from "./resource_state.ts";

/** Where `unknown` stands in data, flat: [container, key, container, key, ...]. */
export type Holes = (object | string | number)[];

/** Resources that cross at a time: about a hundred kilobytes of text. */
const most = 256;

/** What stands for `unknown` in the text; data with such a key is not plain. */
const hole = { $lumi: "unknown" };

const { stringify } = JSON;
const { includes } = String.prototype;
const ready = Promise.resolve();
const promiseThen = Promise.prototype.then;

const customAnswer: Registered = { id: unknown, outputs: null, complete: false };
const componentAnswer: Registered = { id: undefined, outputs: null, complete: false };

export class Plan {
  /** What has not crossed yet. */
  private states: ResourceState[] = [];
  private requests: Request[] = [];
  private holes: Holes = [];
  /** What has crossed, and is answered in the next microtask. */
  private planned: ResourceState[] = [];
  private isScheduled = false;
  private readonly answer = () => this.finish();

  constructor(private readonly monitor: Monitor) {}

  /** Registers a resource of plain data, which nobody may change before the next microtask. */
  add(state: ResourceState, request: Request, holes: Holes): void {
    this.states.push(state);
    this.requests.push(request);
    for (let index = 0; index < holes.length; index++) this.holes.push(holes[index]!);
    if (this.states.length === most) this.send();
    if (this.isScheduled) return;
    this.isScheduled = true;
    Reflect.apply(promiseThen, ready, [this.answer]);
  }

  private send(): void {
    const { states, requests, holes, monitor } = this;
    fill(holes, hole);
    const text = textOf(requests);
    fill(holes, unknown);
    if (text !== null) monitor.plan!(text);
    for (let index = 0; index < states.length; index++) {
      const state = states[index]!;
      if (text === null) listen(state, this.register(requests[index]!));
      else this.planned.push(state);
    }
    states.length = requests.length = holes.length = 0;
  }

  /** What is thrown is an answer, too: there are others to be registered. */
  private async register(request: Request): Promise<Registered> {
    return await this.monitor.register(request);
  }

  private finish(): void {
    if (this.states.length > 0) this.send();
    const { planned } = this;
    this.planned = [];
    this.isScheduled = false;
    for (const state of planned) state.accept(state.kind === Kind.Component ? componentAnswer : customAnswer);
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
    // Half a surrogate pair is none of JSON's characters, and is escaped.
    return Reflect.apply(includes, text, ["\\ud"]) ? null : text;
  } catch {
    // Longer than a string can be.
    return null;
  }
}
