// ProviderResource: the configuration with which a package manages resources.

import { Kind } from "../protocol/ops.ts";
import { propertyOf } from "../property/property.ts";
import type { Inputs, Property } from "../property/property_types.ts";
import { markSdkClass, Resource, ResourceKindSpec } from "./resource.ts";
import { stateOf } from "./resource_state.ts";
import type { CustomResourceOptions } from "./resource_options.ts";

const plan = new ResourceKindSpec(Kind.Provider);
const prefix = "lumi:providers:";

/** A configured provider. Pass it to resources as `provider`, or to components as `providers`. */
export class ProviderResource extends Resource {
  /** Distinguishes providers from structurally equal resources for the compiler. */
  declare protected readonly brand: "provider";

  /** `type` is the name of a package, such as `aws`. */
  constructor(type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions) {
    const isBare = typeof type === "string" && type !== "" && !type.includes(":");
    super(isBare ? prefix + type : type, name, inputs, options, plan);
  }

  /** The engine's id of the provider. */
  get id(): Property<string> {
    return propertyOf(stateOf(this)!.output("id"));
  }
}

markSdkClass(ProviderResource);
