// StackReference: the outputs of another stack.

import { Cell, State } from "../cell/cell.ts";
import { Failure } from "../data/failure.ts";
import { nearestName } from "../data/nearest_name.ts";
import { Kind, Marker, unknown, type Wire } from "../protocol/ops.ts";
import { propertyOf } from "../property/property.ts";
import type { Input, Property } from "../property/property_types.ts";
import { joinPath } from "../data/property_path.ts";
import { warn } from "../resource/log.ts";
import { markSdkClass, Resource, ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { type ResourceState, stateOf } from "../resource/resource_state.ts";
import { fromWire } from "../property/wire.ts";

/** Reads the outputs that another stack had after its last deployment. */
export class StackReference extends Resource {
  /** `name` is the stack to read, unless `args.name` is given. */
  constructor(name: string, args: { name?: Input<string> } = {}, options?: CustomResourceOptions) {
    const stack = args.name ?? name;
    super("lumi:lumi:StackReference", name, { name: stack }, options, new ResourceKindSpec(Kind.Custom, stack));
  }

  /** All outputs of that stack; secret if any of them is. */
  get outputs(): Property<Record<string, any>> {
    return propertyOf(stateOf(this)!.output("outputs"));
  }

  /** The output `name`; undefined if the stack has no such output. */
  getOutput(name: string): Property<any> {
    return propertyOf(new StackOutputCell(stateOf(this)!, name, false));
  }

  /** The output `name`; fails if the stack has no such output. */
  requireOutput(name: string): Property<any> {
    return propertyOf(new StackOutputCell(stateOf(this)!, name, true));
  }
}

markSdkClass(StackReference);

/** One output; secret only if that output is. */
class StackOutputCell extends Cell {
  constructor(
    private readonly stack: ResourceState,
    private readonly name: string,
    private readonly isRequired: boolean,
  ) {
    super();
    this.dependencies = stack.serial;
    this.source = stack.answered;
    stack.answered.subscribe(this);
  }

  override notify(answered: Cell): void {
    if (answered.state === State.Failed) return this.fail(answered.failure);
    let outputs = this.stack.wire("outputs");
    if (outputs instanceof Marker) {
      this.isSecret = true;
      outputs = outputs.payload;
    }
    if (outputs === unknown) this.settle(unknown);
    else this.read((outputs ?? {}) as Record<string, Wire>);
    if (this.state === State.Settled) this.source = this;
  }

  override place(): { serial: number; path: string } {
    return { serial: this.stack.serial, path: joinPath("outputs", this.name) };
  }

  private read(outputs: Record<string, Wire>): void {
    if (Object.hasOwn(outputs, this.name)) {
      return this.settle(fromWire(outputs[this.name], this, this.stack.session));
    }
    const known = Object.keys(outputs);
    if (!this.isRequired) {
      const nearest = nearestName(this.name, known);
      if (nearest !== undefined) {
        warn(`stack "${this.stack.name}" has no output "${this.name}"; did you mean "${nearest}"?`);
      }
      return this.settle(undefined);
    }
    const advice = known.length === 0 ? "it has no outputs" : `it has ${known.join(", ")}`;
    this.fail(new Failure(new Error(`stack "${this.stack.name}" has no output "${this.name}"; ${advice}`)));
  }
}
