// The registration of a component's outputs.

import { attachSerial, Failure } from "../data/failure.ts";
import { Flattening, type Subject } from "./flattening.ts";
import type { PendingSlot } from "../cell/pending_slot.ts";
import { Kind, type Serial, type Wire } from "../protocol/ops.ts";
import { isPlainObject } from "../data/plain_object.ts";
import type { ResourceState } from "./resource_state.ts";
import { ValueError } from "../data/value_error.ts";
import { PendingOperation } from "./pending_operation.ts";

export class ComponentOutputs extends PendingOperation {
  private constructor(
    private readonly state: ResourceState,
    flattening: Flattening,
    private readonly outputs: Record<string, Wire>,
  ) {
    super(state.session, flattening);
    if (!state.isSent) flattening.await("options.parent", state.sent);
  }

  static register(state: ResourceState, outputs: unknown): void {
    const { owner, kind } = state;
    if (kind !== Kind.Component) throw new TypeError(`${owner} is not a component`);
    if (state.hasRegisteredOutputs) throw new Error(`${owner} has already registered its outputs`);
    if (!isPlainObject(outputs)) throw new ValueError(`the outputs of ${owner} must be a plain object`);
    const subject: Subject = { noun: "output", owner };
    const flattening = new Flattening(subject);
    const wire = flattening.members(outputs);
    state.setComponentOutputs({ ...outputs });
    new ComponentOutputs(state, flattening, wire).start();
  }

  get serial(): Serial {
    return this.state.serial;
  }

  override describe(path: string): string {
    return path.startsWith("options.") ? path : `outputs.${path}`;
  }

  protected override proceed(): void {
    this.session.monitor.registerOutputs(this.serial, this.outputs)
      .then(undefined, (error) => this.report(error));
  }

  // A failed output is reported by its own failure.
  protected override fail(failure: Failure, slot: PendingSlot | null): void {
    if (slot === null) attachSerial(failure.error, this.serial);
  }

  private report(error: unknown): void {
    attachSerial(error, this.serial);
    new Failure(error);
  }
}
