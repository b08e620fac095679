// StackReference: the outputs of another stack.

import { Kind } from "./ops.ts";
import { propertyOf } from "./property.ts";
import type { Input, Property } from "./property_types.ts";
import { markOwnClass, Resource, ResourcePlan } from "./resource.ts";
import { stateOf } from "./resource_key.ts";
import type { CustomResourceOptions } from "./resource_options.ts";
import { ThenCell } from "./then_cell.ts";

type StackOutputs = Record<string, unknown>;

/** Reads the outputs that another stack had when it was deployed last. */
export class StackReference extends Resource {
  /** `name` is the stack to read, unless `args.name` says it. */
  constructor(name: string, args: { name?: Input<string> } = {}, options?: CustomResourceOptions) {
    const stack = args.name ?? name;
    super("lumi:lumi:StackReference", name, { name: stack }, options, new ResourcePlan(Kind.Custom, stack));
  }

  /** All outputs of that stack. */
  get outputs(): Property<Record<string, any>> {
    return propertyOf(stateOf(this)!.output("outputs"));
  }

  /** The output `name`, or undefined if that stack has none of this name. */
  getOutput(name: string): Property<any> {
    return this.derive((outputs) => (Object.hasOwn(outputs, name) ? outputs[name] : undefined));
  }

  /** The output `name`; fails if that stack has none of this name. */
  requireOutput(name: string): Property<any> {
    const { name: reference } = stateOf(this)!;
    return this.derive((outputs) => {
      if (Object.hasOwn(outputs, name)) return outputs[name];
      const known = Object.keys(outputs);
      const advice = known.length === 0 ? "it has no outputs" : `it has ${known.join(", ")}`;
      throw new Error(`stack "${reference}" has no output "${name}"; ${advice}`);
    });
  }

  private derive(read: (outputs: StackOutputs) => unknown): Property<any> {
    const outputs = stateOf(this)!.output("outputs");
    return propertyOf(new ThenCell(outputs, (value) => read((value ?? {}) as StackOutputs), null));
  }
}

markOwnClass(StackReference);
