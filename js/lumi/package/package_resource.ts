// The base class of resources of the project's packages: `import { Pet } from "lumi:random"`.

import { CustomResource } from "../resource/custom_resource.ts";
import { Kind } from "../protocol/ops.ts";
import type { AnyOutputs } from "../property/outputs_of.ts";
import type { InvokeOptions } from "../program/invoke.ts";
import type { Input, Inputs, Property } from "../property/property_types.ts";
import { markSdkClass, ResourceKindSpec } from "../resource/resource.ts";
import { stateOf } from "../resource/resource_state.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";

/** Where a class has the token of its type; classes of programs inherit it. */
const TOKEN: unique symbol = Symbol("lumi.token");

interface BaseConstructor {
  new (
    type: string,
    name: string,
    inputs: Inputs | undefined,
    options: CustomResourceOptions | undefined,
    plan: ResourceKindSpec | undefined,
  ): CustomResource;
}

const Base = CustomResource as unknown as BaseConstructor;

class PackageResourceBase extends Base {
  static readonly [TOKEN]: string;

  constructor(name: string, args?: Inputs, options?: CustomResourceOptions, plan?: unknown) {
    super(new.target[TOKEN], name, args, options, plan instanceof ResourceKindSpec ? plan : undefined);
  }

  static get(name: string, id: Input<string>, options?: CustomResourceOptions): PackageResourceBase {
    return new this(name, undefined, options, new ResourceKindSpec(Kind.Custom, id));
  }

  static isInstance(value: unknown): boolean {
    return typeof value === "object" && value !== null && stateOf(value)?.type === this[TOKEN];
  }
}

/**
 * The constructor from which the classes of packages are derived. Each class has a `get` and an
 * `isInstance` of its own.
 */
export interface PackageResourceConstructor {
  new (name: string, args?: Inputs, options?: CustomResourceOptions): CustomResource;
  readonly prototype: CustomResource;
}

/** A resource of a package of the project. */
export const PackageResource = PackageResourceBase as unknown as PackageResourceConstructor;

/**
 * A class of a large package that no file of the project has named yet: `lumi types` and
 * `lumi preview` describe it once one does.
 */
export interface UnreadClass {
  new (name: string, args?: Inputs, options?: CustomResourceOptions): CustomResource & AnyOutputs;
  readonly prototype: CustomResource & AnyOutputs;
  get(name: string, id: Input<string>, options?: CustomResourceOptions): CustomResource & AnyOutputs;
  isInstance(value: unknown): value is CustomResource & AnyOutputs;
}

/** A function of a large package that no file of the project has named yet. */
export type UnreadFunction = (args?: Inputs, options?: InvokeOptions) => Property<any>;

/** @internal Makes the class of a type. */
export function packageClass(name: string, token: string): unknown {
  const made = class extends PackageResourceBase {};
  Object.defineProperty(made, "name", { value: name });
  Object.defineProperty(made, TOKEN, { value: token });
  markSdkClass(made);
  return made;
}
