import { setMember, type Value, type Values } from "../value/value.js";
import { LumiError } from "./failure.js";
import type { ProviderResource, Resource } from "./resource.js";
import { type Kind, type ResourceState, stateOf } from "./state.js";

/** What differed when the resource had another identity. */
export interface Alias {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** The parent it had, or its URN. */
  parent?: Resource | string;
}

export interface ResourceOptions {
  /** The component (or resource) that this one belongs to. */
  parent?: Resource;
  /** Resources that must exist before this one, beyond those that its inputs come from. */
  dependsOn?: Resource | Resource[];
  /** Refuses to delete the resource. Children take it over. */
  protect?: boolean;
  /** Paths of inputs whose changes are ignored. */
  ignoreChanges?: string[];
  /** Paths of inputs whose changes replace the resource. */
  replaceOnChanges?: string[];
  /** Paths of inputs whose changes are not shown. */
  hideDiffs?: string[];
  /** Deletes the old object before the new one is made, when the resource is replaced. */
  deleteBeforeReplace?: boolean;
  /** Other identities that the resource may be known by: URNs, or what differed. */
  aliases?: (Alias | string)[];
  /** The provider that manages the resource; of a component, its children. */
  provider?: ProviderResource;
  /** The providers that children use. */
  providers?: ProviderResource[] | { [packageName: string]: ProviderResource };
  /** Adopts the object of an id instead of making one. */
  import?: string;
  /** Forgets the resource instead of deleting it. Children take it over. */
  retainOnDelete?: boolean;
  /** Deleting that resource deletes this one with it. Children take it over. */
  deletedWith?: Resource;
  /** How long operations may take, such as `90s` or `1h30m`. */
  customTimeouts?: { create?: string; update?: string; delete?: string };
  /** Outputs to treat as secret. */
  additionalSecretOutputs?: string[];
  /** The version of the package. */
  version?: string;
}

/** Options of components and of other resources are the same. */
export type ComponentResourceOptions = ResourceOptions;

/** What children take over from their parent. */
export interface Inheritance {
  protect?: boolean;
  retainOnDelete?: boolean;
  deletedWith?: ResourceState;
  /** By package. */
  providers: { [packageName: string]: ResourceState };
}

const asTheyAre = ["ignoreChanges", "replaceOnChanges", "hideDiffs", "deleteBeforeReplace", "import", "customTimeouts",
  "additionalSecretOutputs", "version"] as const;
const known = new Set<string>([...asTheyAre, "parent", "dependsOn", "protect", "aliases", "provider", "providers",
  "retainOnDelete", "deletedWith"]);

export function checkOptions(options: ResourceOptions, owner: string): void {
  for (const name of Object.keys(options)) {
    if (!known.has(name)) {
      throw new LumiError(`${owner} has no option \`${name}\`; there are ${[...known].sort().join(", ")}`);
    }
  }
}

/** The state of a resource that an option names. */
export function required(resource: unknown, option: string, owner: string): ResourceState {
  const state = stateOf(resource);
  if (state === undefined) throw new LumiError(`option \`${option}\` of ${owner} must be a resource`);
  return state;
}

export function inherited(options: ResourceOptions, parent: ResourceState | undefined, owner: string): Inheritance {
  const above = parent?.inheritance;
  const providers = { ...above?.providers };
  const given = options.providers ?? [];
  const named: [string | undefined, ProviderResource][] = Array.isArray(given)
    ? given.map((it) => [undefined, it])
    : Object.entries(given);
  if (options.provider !== undefined) named.push([undefined, options.provider]);
  for (const [name, provider] of named) {
    const state = required(provider, "providers", owner);
    setMember(providers, name ?? state.type.slice(state.type.lastIndexOf(":") + 1), state);
  }
  const { deletedWith } = options;
  return {
    protect: options.protect ?? above?.protect,
    retainOnDelete: options.retainOnDelete ?? above?.retainOnDelete,
    deletedWith: deletedWith === undefined ? above?.deletedWith : required(deletedWith, "deletedWith", owner),
    providers,
  };
}

/** What manages or makes a resource: its own provider, or that of the nearest parent for its package. */
export function providerOf(options: ResourceOptions, state: ResourceState): ResourceState | undefined {
  if (state.kind !== "custom" && state.kind !== "remote") return undefined;
  if (options.provider !== undefined) return required(options.provider, "provider", state.owner);
  return state.inheritance.providers[state.type.split(":")[0]];
}

/** What stays with the resource, under the names of the protocol; resources are URNs. */
export function optionValues(options: ResourceOptions, kind: Kind, inheritance: Inheritance, owner: string): Values {
  const values: { [name: string]: Value | undefined } = {
    protect: inheritance.protect,
    retainOnDelete: inheritance.retainOnDelete,
    deletedWith: inheritance.deletedWith?.urn,
  };
  for (const name of asTheyAre) values[name] = options[name] as Value | undefined;
  if (options.aliases !== undefined && options.aliases.length > 0) {
    values.aliases = options.aliases.map((it) => aliasOf(it, owner));
  }
  const providers = Object.entries(inheritance.providers).map(([name, state]) => [name, state.urn]);
  if ((kind === "component" || kind === "remote") && providers.length > 0) {
    values.providers = Object.fromEntries(providers);
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

function aliasOf(alias: Alias | string, owner: string): Value {
  if (typeof alias === "string") return alias;
  const { parent, ...others } = alias;
  if (parent === undefined) return { ...others };
  return { ...others, parent: typeof parent === "string" ? parent : required(parent, "aliases", owner).urn };
}
