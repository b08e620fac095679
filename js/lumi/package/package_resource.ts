// The base class of resources of the project's packages: `import { Pet } from "lumi:random"`.

import { CustomResource, existing } from "../resource/custom_resource.ts";
import type { AnyOutputs } from "../property/outputs_of.ts";
import type { InvokeOptions } from "../program/invoke.ts";
import type { Input, Inputs, Property } from "../property/property_types.ts";
import { RemoteComponent, type RemoteComponentOptions } from "../resource/remote_component.ts";
import { markSdkClass, type Resource, ResourceKindSpec } from "../resource/resource.ts";
import { stateOf } from "../resource/resource_state.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";

/** The key under which a class has the token of its type; classes of programs inherit it. */
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
    return new this(name, undefined, options, existing(id));
  }

  static isInstance(value: unknown): boolean {
    return typeof value === "object" && value !== null && stateOf(value)?.describedType === this[TOKEN];
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

class PackageComponentBase extends (RemoteComponent as unknown as BaseConstructor) {
  static readonly [TOKEN]: string;

  constructor(name: string, args?: Inputs, options?: RemoteComponentOptions) {
    super(new.target[TOKEN], name, args, options, undefined);
  }

  static isInstance(value: unknown): boolean {
    return typeof value === "object" && value !== null && stateOf(value)?.describedType === this[TOKEN];
  }
}

/** The constructor from which the components of packages are derived. */
export interface PackageComponentConstructor {
  new (name: string, args?: Inputs, options?: RemoteComponentOptions): Resource;
  readonly prototype: Resource;
}

/** A component that the provider of a package makes, with its children. */
export const PackageComponent = PackageComponentBase as unknown as PackageComponentConstructor;

/**
 * A class of a large package that no file of the project has named yet: `lumi types` and
 * `lumi preview` describe it once one does. The module of its service has it at once:
 * `import * as s3 from "lumi:aws/s3"`.
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
export function packageClass(
  name: string,
  token: string,
  isComponent: boolean,
  methods: readonly [string, unknown][],
): unknown {
  const made = isComponent ? class extends PackageComponentBase {} : class extends PackageResourceBase {};
  for (const [name, value] of methods) {
    const isFree = !(name in made.prototype);
    if (isFree) Object.defineProperty(made.prototype, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(made, "name", { value: name });
  Object.defineProperty(made, TOKEN, { value: token });
  markSdkClass(made, token);
  return made;
}
