// The settings that a resource inherits from its parent and changes by its options.

import { requireResource } from "./require_resource.ts";
import type { CheckedOptions } from "./checked_options.ts";
import { Kind } from "../protocol/ops.ts";
import type { Inheritance, ResourceState } from "./resource_state.ts";
import { checkTransform, type Transform } from "./transform.ts";
import { isPlainObject } from "../data/plain_object.ts";

export const nothing: Inheritance = {
  protect: undefined,
  retainOnDelete: undefined,
  deletedWith: undefined,
  providers: {},
  transforms: [],
};

/** The package that a provider resource configures: the last part of its type. */
function packageOf(provider: ResourceState): string {
  return provider.type.slice(provider.type.lastIndexOf(":") + 1);
}

export function inherit(
  options: CheckedOptions,
  parent: ResourceState | null,
  owner: () => string,
): Inheritance {
  const above = parent?.inheritance ?? nothing;
  const { protect, retainOnDelete, deletedWith, provider, providers, transforms } = options;
  const isPlain = protect === undefined && retainOnDelete === undefined && deletedWith === undefined &&
    provider === undefined && providers === undefined && transforms === undefined;
  // Shared with all children that change nothing.
  if (isPlain) return above;
  const subject = {
    get owner() {
      return owner();
    },
  };
  return {
    protect: protect ?? above.protect,
    retainOnDelete: retainOnDelete ?? above.retainOnDelete,
    deletedWith: deletedWith === undefined ? above.deletedWith : requireResource(deletedWith, "deletedWith", subject),
    providers: providersOf(options, above, subject),
    transforms: transformsOf(transforms, above),
  };
}

function providersOf(
  { provider, providers }: CheckedOptions,
  above: Inheritance,
  subject: { owner: string },
): Inheritance["providers"] {
  if (provider === undefined && providers === undefined) return above.providers;
  const result = { ...above.providers };
  const add = (value: unknown, option: string, name?: string) => {
    const state = requireProvider(value, option, subject);
    result[name ?? packageOf(state)] = state;
  };
  if (Array.isArray(providers)) {
    for (const item of providers) add(item, "providers");
  } else if (isPlainObject(providers)) {
    for (const [name, item] of Object.entries(providers)) add(item, "providers", name);
  } else if (providers !== undefined) {
    throw new TypeError(`option "providers" of ${subject.owner} must be a list of providers`);
  }
  if (provider !== undefined) add(provider, "provider");
  return result;
}

function requireProvider(value: unknown, option: string, subject: { owner: string }): ResourceState {
  const state = requireResource(value, option, subject);
  if (state.kind === Kind.Provider) return state;
  throw new TypeError(
    `option "${option}" of ${subject.owner} must be a ProviderResource, not ${state.owner}`,
  );
}

function transformsOf(own: unknown, above: Inheritance): readonly Transform[] {
  if (own === undefined) return above.transforms;
  return [...(own as readonly unknown[]).map(checkTransform), ...above.transforms];
}
