import {
  isObject,
  mapMembers,
  ResourceReference,
  Secret,
  Unknown,
  unknown,
  type Value,
  type Values,
} from "../value/value.js";
import { Cell, type Data } from "./cell.js";
import type { Failure } from "./failure.js";
import type { Inheritance } from "./options.js";
import type { Position } from "./position.js";
import type { Session } from "./session.js";

/** `remote` is a component that its provider makes. */
export type Kind = "custom" | "component" | "provider" | "remote";

/** What lumi says of a resource. */
export interface Answer {
  id: Value | undefined;
  /** Absent if they are the inputs. */
  outputs?: Values;
  /** Outputs that are absent are `undefined`; otherwise they are unknown. */
  isComplete: boolean;
}

const states = new WeakMap<object, ResourceState>();

/** The state of a resource; `undefined` of everything else. */
export function stateOf(data: Data): ResourceState | undefined {
  return typeof data === "object" && data !== null ? states.get(data) : undefined;
}

export function setState(resource: object, state: ResourceState): void {
  states.set(resource, state);
}

/** The part behind the object that programs hold. */
export class ResourceState {
  readonly module: string;
  readonly urn: string;
  readonly order: number;
  readonly owner: string;
  readonly children: ResourceState[] = [];
  inputs: Values = {};
  secretOutputs: readonly string[] = [];
  resource: object = this;
  /** Settled when lumi has been asked to register it: its children follow. */
  readonly sent = new Cell();
  /** Settled when lumi has answered. */
  readonly answered = new Cell();
  #answer: Answer | undefined;
  #failure: Failure | undefined;
  /** The names of those that a component has registered. */
  #registered: Set<string> | undefined;
  readonly #outputs = new Map<string, Cell>();

  constructor(
    readonly session: Session,
    readonly kind: Kind,
    readonly type: string,
    readonly name: string,
    readonly parent: ResourceState | undefined,
    readonly inheritance: Inheritance,
    readonly at: Position | undefined,
  ) {
    this.module = parent === undefined ? "index" : `${parent.module}$${parent.type}`;
    this.urn = `${session.facts.urnPrefix}${this.module}::${type}::${name}`;
    this.owner = `resource "${name}" (${type})`;
    this.order = session.count++;
    this.sent.origin = this.answered.origin = this.owner;
  }

  get isRegistered(): boolean {
    return this.#registered !== undefined;
  }

  reference(): ResourceReference {
    const id = this.#answer?.id;
    return new ResourceReference(this.urn, typeof id === "string" || id instanceof Unknown ? id : undefined);
  }

  /** The cell of an output; that of the id is called `id`. */
  output(name: string): Cell {
    let cell = this.#outputs.get(name);
    if (cell === undefined) {
      cell = new Cell();
      cell.sources = [this];
      cell.origin = `the ${name} of ${this.owner}`;
      this.#outputs.set(name, cell);
      this.#settle(name, cell);
    }
    return cell;
  }

  /** What lumi answered for an output. */
  plain(name: string): Value | undefined {
    const members = this.#answer?.outputs ?? this.inputs;
    if (Object.hasOwn(members, name)) return members[name];
    return this.#answer?.isComplete ? undefined : unknown;
  }

  contains(other: ResourceState): boolean {
    for (let above = other.parent; above !== undefined; above = above.parent) if (above === this) return true;
    return false;
  }

  accept(answer: Answer): void {
    this.#answer = answer;
    this.answered.settle(null);
    for (const [name, cell] of this.#outputs) this.#settle(name, cell);
  }

  /** Those of a component; there are no others. */
  setOutputs(outputs: Map<string, Cell>): void {
    this.#registered = new Set(outputs.keys());
    for (const [name, source] of outputs) this.output(name).follow(source);
    for (const [name, cell] of this.#outputs) this.#settle(name, cell);
  }

  fail(failure: Failure): void {
    this.#failure = failure;
    for (const cell of [this.sent, this.answered, ...this.#outputs.values()]) cell.fail(failure);
  }

  #settle(name: string, cell: Cell): void {
    if (this.#failure !== undefined) cell.fail(this.#failure);
    else if (this.kind === "component") {
      if (this.#registered !== undefined && !this.#registered.has(name)) cell.settle(undefined);
    } else if (this.#answer !== undefined) {
      cell.isSecret ||= this.secretOutputs.includes(name);
      cell.isOpen = !this.#answer.isComplete && name !== "id" && Object.hasOwn(this.inputs, name);
      cell.settle(programData(name === "id" ? this.#answer.id : this.plain(name), cell, this.session));
    }
  }
}

/** Values as a program has them. If anything in one is secret, all of it is. */
export function programData(value: Value | undefined, cell: Cell, session: Session): Data {
  if (value instanceof Secret) {
    cell.isSecret = true;
    return programData(value.value, cell, session);
  }
  if (value instanceof ResourceReference) return session.resources.get(value.urn)?.resource ?? value;
  if (Array.isArray(value)) return value.map((it) => programData(it, cell, session));
  return isObject(value) ? mapMembers<Value, Data>(value, (it) => programData(it, cell, session)) : value;
}
