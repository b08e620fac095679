// Stash: a value that the state keeps.

import { CustomResource } from "./custom_resource.ts";
import { markSdkClass } from "./resource.ts";
import type { CustomResourceOptions } from "./resource_options.ts";
import type { Input, Property } from "../property/property_types.ts";

/**
 * Keeps a value in the state: `output` is the input of the deployment that created the resource, until the
 * resource is replaced. A secret stays one.
 */
export class Stash<T = any> extends CustomResource {
  /** The value of the first deployment. */
  declare readonly output: Property<T>;
  /** The value that the program gives now. */
  declare readonly input: Property<T>;

  /**
   * @param name The name of the resource in the program.
   * @param inputs The value to keep, as `input`.
   * @param options Options such as `replacementTrigger`, whose change takes the value of the program again.
   */
  constructor(name: string, inputs: { readonly input: Input<T> }, options?: CustomResourceOptions) {
    super("pulumi:index:Stash", name, { ...inputs }, options);
  }
}

markSdkClass(Stash);
