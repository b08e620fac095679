// The base of the resources that a provider object of the program manages.

import { CustomResource } from "../resource/custom_resource.ts";
import { nativeMonitor } from "../protocol/monitor.ts";
import type { Inputs } from "../property/property_types.ts";
import { Kind } from "../protocol/ops.ts";
import { markSdkClass, ResourceKindSpec } from "../resource/resource.ts";
import { type ResourceState, stateOf } from "../resource/resource_state.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { session } from "../session/session.ts";
import { ProviderCode } from "./provider_code.ts";
import { assignProvider, register, requireProvider, tokenOf } from "./provider_table.ts";
import type { ResourceProvider } from "./resource_provider.ts";

/** CustomResource without its static methods, which take a type. */
export interface ResourceBase {
  new (
    type: string,
    name: string,
    inputs?: Inputs,
    options?: CustomResourceOptions,
    plan?: unknown,
  ): CustomResource;
  readonly prototype: CustomResource;
}

const Base = CustomResource as unknown as ResourceBase;

/**
 * A resource that the program manages itself: extend it, and pass an object with the methods that
 * make, change and delete what is behind it. Describe the outputs as fields:
 * `declare readonly size: Property<number>`.
 *
 * The state remembers a resource under `dynamic:MODULE:TYPE`; TYPE is the name of the class unless
 * it is given, so a class that gets another name needs an alias or its old name as `type`. The state
 * keeps the code of the provider with what it captures, too: a resource can be deleted, refreshed
 * and recovered when the program has neither its class nor `register` for it. What the program has
 * comes first. In code that is kept, a Property that the provider captures is its value: `await` it
 * instead of using `then`. Other code alone updates nothing.
 */
export abstract class Resource extends Base {
  /**
   * @param provider Manages the object.
   * @param name Unique among the resources of the same type and parent.
   * @param inputs What `create`, `update` and the others get.
   * @param options As for all resources.
   * @param module The middle part of the type token, `index` if left out.
   * @param type The last part of the type token, the name of the class if left out.
   */
  constructor(
    provider: ResourceProvider,
    name: string,
    inputs?: Inputs,
    options?: CustomResourceOptions,
    module?: string,
    type?: string,
  ) {
    const token = tokenOf(type ?? (new.target.name || "Resource"), module);
    requireProvider(provider, () => `resource "${name}" (${token})`);
    // In a test mocks answer for it.
    const isServed = session().monitor === nativeMonitor;
    // Even if this one cannot be declared: the program may have had others.
    if (isServed) register(token, provider);
    const isKept = isServed && !session().context.dryRun;
    const codeOf = isKept ? (state: ResourceState) => ProviderCode.of(provider, state) : undefined;
    super(token, name, inputs, options, new ResourceKindSpec(Kind.Custom, undefined, codeOf));
    if (isServed) assignProvider(nativeMonitor.urn(stateOf(this)!.serial), provider);
  }
}

markSdkClass(Resource);
