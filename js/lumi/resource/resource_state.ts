// The SDK's state of one resource, behind the object that programs hold.

import { resolveInto } from "../cell/resolve_into.ts";
import { Cell } from "../cell/cell.ts";
import { STATE } from "../cell/resource_key.ts";
import { Failure } from "../data/failure.ts";
import { markPartial } from "../data/partial_data.ts";
import { echoedInput, missingOutput, outputName } from "../data/described_packages.ts";
import { Kind, type Registered, type Serial, unknown, type Wire } from "../protocol/ops.ts";
import { OutputCell } from "./output_cell.ts";
import type { Session } from "../session/session.ts";
import type { ResourceClient } from "../property/client.ts";
import type { Transform } from "./transform.ts";
import { fromWire } from "../property/wire.ts";

/** The state of a resource; undefined for anything else. */
export function stateOf(value: object): ResourceState | undefined {
  return (value as { [STATE]?: ResourceState })[STATE];
}

/** The states of all resources that a session has declared, by serial. */
export function statesOf(session: Session): readonly ResourceState[] {
  // `begin` alone adds to the list.
  return session.resources as ResourceState[];
}

/** The type of resources that stand for one of another stack. */
export const RESOURCE_REFERENCE = "lumi:lumi:ResourceReference";

const noPaths: readonly string[] = [];

/** The settings that children inherit. */
export interface Inheritance {
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly deletedWith: ResourceState | undefined;
  /** By package. */
  readonly providers: Readonly<Record<string, ResourceState>>;
  readonly transforms: readonly Transform[];
}

export class ResourceState {
  serial: Serial = -1;
  /** The resource object; set by its constructor. */
  resource!: object;
  /** The type whose outputs it has: that of the resource of another stack, if it refers to one. */
  describedType: string;
  /** The flattened inputs; programs can read them as outputs. */
  inputs: Record<string, Wire> = {};
  secretOutputs: readonly string[] | undefined = undefined;
  /** The client that stands for the resource in code that runs elsewhere, in place of that of its class. */
  client: ResourceClient | undefined = undefined;
  /** Of a component: the paths in its options, which it may pass on to its children. */
  optionPaths: readonly string[] = noPaths;
  children: ResourceState[] | null = null;
  /** Whether the registration was sent to the host. */
  isSent = false;
  private answer: Registered | null = null;
  private failed: Failure | null = null;
  private idCell: OutputCell | null = null;
  /** Cells of outputs by name, without the id. */
  private cells: Map<string, OutputCell> | null = null;
  private answeredCell: Cell | null = null;
  private sentCell: Cell | null = null;
  private urnCell: Cell | null = null;
  /** The outputs that a component registered. */
  private componentOutputs: Record<string, unknown> | null = null;

  constructor(
    readonly session: Session,
    readonly type: string,
    readonly name: string,
    readonly kind: Kind,
    readonly parent: ResourceState | null,
    readonly inheritance: Inheritance,
  ) {
    this.describedType = type;
  }

  /** Sets the serial, by which the host identifies the resource. */
  begin(serial: Serial): void {
    const { session, parent } = this;
    this.serial = serial;
    session.resources[serial] = this;
    if (parent !== null) (parent.children ??= []).push(this);
  }

  get noun(): string {
    return "input";
  }

  get owner(): string {
    return `resource "${this.name}" (${this.type})`;
  }

  /** Whether it stands for a resource of another stack. */
  get isReference(): boolean {
    return this.type === RESOURCE_REFERENCE;
  }

  get continuesOnError(): boolean {
    return this.session.context.continuesOnError === true;
  }

  get isAnswered(): boolean {
    return this.answer !== null;
  }

  /** Whether a plan creates or replaces the object, which does not exist yet. */
  get isYetToBeMade(): boolean {
    return this.answer !== null && this.answer.id === unknown;
  }

  /** Whether a plan changes or creates the object, so that its outputs are not those of an object that exists. */
  get hasPlannedOutputs(): boolean {
    return this.kind !== Kind.Component && this.answer !== null && !this.answer.complete;
  }

  get hasRegisteredOutputs(): boolean {
    return this.componentOutputs !== null;
  }

  /** Settles when the host has answered the registration. */
  get answered(): Cell {
    if (this.answeredCell === null) {
      this.answeredCell = new OutputCell(this, "");
      if (this.answer !== null) this.answeredCell.settle(undefined);
      else if (this.failed !== null) this.answeredCell.fail(this.failed);
    }
    return this.answeredCell;
  }

  /** Settles when the registration was sent to the host, before those of its children. */
  get sent(): Cell {
    if (this.sentCell === null) {
      this.sentCell = new OutputCell(this, "");
      if (this.isSent) this.sentCell.settle(undefined);
      else if (this.failed !== null) this.sentCell.fail(this.failed);
    }
    return this.sentCell;
  }

  get urn(): Cell {
    if (this.urnCell === null) {
      this.urnCell = new Cell();
      this.urnCell.dependencies = this.serial;
      this.urnCell.settle(this.session.monitor.urn(this.serial));
    }
    return this.urnCell;
  }

  /** The cell of an output; "id" is an output of custom resources. */
  output(name: string): OutputCell {
    return name === "id" ? this.id : this.named(name);
  }

  private get id(): OutputCell {
    if (this.idCell === null) this.settle(this.idCell = new OutputCell(this, "id"));
    return this.idCell;
  }

  private named(written: string): OutputCell {
    const name = this.kind === Kind.Component ? written : outputName(this.describedType, written);
    const cells = (this.cells ??= new Map());
    let cell = cells.get(name);
    if (cell === undefined) {
      cell = new OutputCell(this, name, this.missing(name));
      cells.set(name, cell);
      this.settle(cell);
    }
    return cell;
  }

  /** Whether the answer has such an output: mocks may return any. */
  private answers(name: string): boolean {
    const { outputs } = this.answer!;
    return outputs !== null && Object.hasOwn(outputs, name);
  }

  /** Created where the program reads the output, so that its stack contains that line. */
  private missing(name: string): Error | undefined {
    if (this.kind === Kind.Component) return undefined;
    const problem = missingOutput(this.describedType, name);
    return problem === undefined ? undefined : new TypeError(`${this.owner} ${problem}`);
  }

  /** The outputs that the program has read. */
  get readOutputs(): OutputCell[] {
    const cells = this.cells === null ? [] : [...this.cells.values()];
    if (this.idCell !== null) cells.push(this.idCell);
    return cells;
  }

  hasComponentOutput(name: string): boolean {
    return this.componentOutputs !== null && Object.hasOwn(this.componentOutputs, name);
  }

  /** Whether `other` is a descendant of this resource. */
  contains(other: ResourceState): boolean {
    for (let above = other.parent; above !== null; above = above.parent) {
      if (above === this) return true;
    }
    return false;
  }

  /** Whether the outputs are the inputs, in the shape of outputs. */
  private get echoes(): boolean {
    return this.answer!.outputs === null;
  }

  /** The host's value of an output. */
  wire(name: string): Wire {
    const { outputs, complete } = this.answer!;
    if (this.echoes && !complete) {
      const wire = echoedInput(this.type, name, this.inputs);
      return wire === undefined ? unknown : wire;
    }
    const members = outputs ?? this.inputs;
    if (Object.hasOwn(members, name)) return members[name];
    return complete ? undefined : unknown;
  }

  markSent(): void {
    this.isSent = true;
    this.sentCell?.settle(undefined);
  }

  accept(answer: Registered): void {
    this.answer = answer;
    this.answeredCell?.settle(undefined);
    for (const cell of this.readOutputs) this.settle(cell);
  }

  fail(failure: Failure): void {
    this.failed = failure;
    this.sentCell?.fail(failure);
    this.answeredCell?.fail(failure);
    for (const cell of this.readOutputs) cell.fail(failure);
  }

  setComponentOutputs(outputs: Record<string, unknown>): void {
    this.componentOutputs = outputs;
    for (const cell of this.readOutputs) this.settle(cell);
  }

  private settle(cell: OutputCell): void {
    if (this.failed !== null) return cell.fail(this.failed);
    if (this.kind === Kind.Component) return this.settleFromComponent(cell);
    if (this.answer === null) return;
    if (this.hasPlannedOutputs) this.session.notePlannedOutputs();
    cell.isSecret = this.secretOutputs?.includes(cell.name) ?? false;
    const wire = cell.name === "id" ? this.answer.id : this.wire(cell.name);
    if (cell.missing !== undefined && !this.answers(cell.name)) return cell.fail(new Failure(cell.missing));
    const { trial } = this.session;
    if (trial !== null && wire === unknown) return trial.hold((value) => cell.settle(value), this.name, cell.name);
    const value = fromWire(wire, cell, this.session);
    if (!this.answer.complete && (this.echoes || wire === this.inputs[cell.name])) markPartial(value);
    cell.settle(value);
  }

  private settleFromComponent(cell: OutputCell): void {
    if (this.componentOutputs === null) return;
    const isOutput = Object.hasOwn(this.componentOutputs, cell.name);
    resolveInto(cell, isOutput ? this.componentOutputs[cell.name] : undefined);
  }
}
