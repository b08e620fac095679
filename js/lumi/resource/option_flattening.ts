// Encodes checked options for the host: resources as serials, with inherited settings.

import { cellOf } from "../cell/cell.ts";
import { nothing } from "./inheritance.ts";
import type { AliasWire, OptionsWire, Serial } from "../protocol/ops.ts";
import { isGroup, Kind } from "../protocol/ops.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { type CheckedOptions, noOptions } from "./checked_options.ts";
import { requireResource } from "./require_resource.ts";
import type { ResourceState } from "./resource_state.ts";

const copied = [
  "ignoreChanges",
  "replaceOnChanges",
  "hideDiffs",
  "deleteBeforeReplace",
  "import",
  "additionalSecretOutputs",
  "version",
  "envVarMappings",
] as const;

/** All options except `dependsOn`, which may be unsettled. Null if none is set. */
export function flattenOptions(options: CheckedOptions, state: ResourceState): OptionsWire | null {
  if (options === noOptions && state.inheritance === nothing) return null;
  const wire: Record<string, unknown> = {};
  for (const key of copied) {
    if (options[key] !== undefined) wire[key] = options[key];
  }
  const { protect, retainOnDelete, deletedWith, providers } = state.inheritance;
  if (protect !== undefined) wire.protect = protect;
  if (retainOnDelete !== undefined) wire.retainOnDelete = retainOnDelete;
  if (deletedWith !== undefined) wire.deletedWith = deletedWith.serial;
  if (options.aliases !== undefined) wire.aliases = options.aliases.map((alias) => aliasWire(alias, state));
  if (options.customTimeouts !== undefined) wire.customTimeouts = timeoutsWire(options.customTimeouts, state);
  if (isGroup(state.kind)) {
    const serials = Object.entries(providers).map(([name, provider]) => [name, provider.serial]);
    if (serials.length > 0) wire.providers = Object.fromEntries(serials);
  }
  if (state.kind !== Kind.Component) {
    const provider = providerOf(options, state);
    if (provider !== undefined) wire.provider = provider.serial;
  }
  for (const _ in wire) return wire;
  return null;
}

/** The provider of a custom resource: its own, or the nearest ancestor's for its package. */
export function providerOf(options: CheckedOptions, state: ResourceState): ResourceState | undefined {
  if (options.provider !== undefined) return requireResource(options.provider, "provider", state);
  if (state.kind === Kind.Provider) return undefined;
  const { providers } = state.inheritance;
  if (providers === nothing.providers) return undefined;
  const name = state.type.slice(0, state.type.indexOf(":"));
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

/** The resources whose replacement also replaces this one. */
export function replaceWithOf({ replaceWith }: CheckedOptions, state: ResourceState): readonly ResourceState[] {
  if (replaceWith === undefined) return [];
  const partners = replaceWith.map((it) => requireResource(it, "replaceWith", state));
  const component = partners.find(({ kind }) => isGroup(kind));
  if (component === undefined) return partners;
  throw new TypeError(
    `option "replaceWith" of ${state.owner} names ${component.owner}, a component, which is never replaced; ` +
      "name the resources in it",
  );
}

export function serialsOfStates(states: readonly ResourceState[]): Serial[] {
  return [...new Set(states.map((state) => state.serial))];
}

const aliasKeys = ["name", "type", "stack", "project"] as const;

function isTextKey(key: string): key is typeof aliasKeys[number] {
  return (aliasKeys as readonly string[]).includes(key);
}

function aliasWire(alias: unknown, state: ResourceState): string | AliasWire {
  const { owner } = state;
  const urn = urnIn(alias);
  if (urn !== undefined) return urn;
  if (!isPlainObject(alias)) {
    throw new TypeError(`an alias of ${owner} must be a URN or an object such as { name: "old" }`);
  }
  const wire: AliasWire = {};
  let hasNoParent = false;
  for (const [key, value] of Object.entries(alias)) {
    // A parent that is written and absent is none, as in Pulumi's SDK.
    if (key === "parent" && (value === undefined || value === null)) {
      hasNoParent = true;
    } else if (value === undefined) {
      continue;
    } else if (key === "noParent" && typeof value === "boolean") {
      hasNoParent ||= value;
    } else if (key === "parent") {
      wire.parent = urnIn(value) ?? urnOf(requireResource(value, "aliases", { owner }));
    } else if (isTextKey(key) && typeof value === "string") {
      wire[key] = value;
    } else if (isTextKey(key) || key === "noParent") {
      throw new TypeError(`"${key}" in an alias of ${owner} must be ${key === "noParent" ? "a boolean" : "a string"}`);
    } else {
      throw new TypeError(
        `an alias of ${owner} has no member "${key}"; its members are name, type, stack, project, parent and noParent`,
      );
    }
  }
  if (!hasNoParent) return wire;
  if (wire.parent !== undefined) {
    throw new TypeError(`an alias of ${owner} has a parent, and says with "noParent" that there was none`);
  }
  return topLevelUrn(wire, state);
}

/** The URN of a resource without a parent; parts that the alias leaves out are those of the resource. */
function topLevelUrn(alias: AliasWire, { session, type, name }: ResourceState): string {
  const { stack, project } = session.context;
  const before = { stack, project, type, name, ...alias };
  return `urn:lumi:${before.stack}::${before.project}::index::${before.type}::${before.name}`;
}

/** The URN of a resource's `urn`, which is known at once. */
function urnIn(value: unknown): string | undefined {
  const urn = cellOf(value)?.value ?? value;
  return typeof urn === "string" ? urn : undefined;
}

function urnOf(state: ResourceState): string {
  return state.session.monitor.urn(state.serial);
}

type TimeoutsWire = NonNullable<OptionsWire["customTimeouts"]>;

function timeoutsWire(timeouts: object, { owner }: ResourceState): TimeoutsWire {
  const wire: TimeoutsWire = {};
  for (const [key, value] of Object.entries(timeouts)) {
    if (value === undefined) continue;
    if (key === "create" || key === "update" || key === "delete") {
      if (typeof value === "string") wire[key] = value;
      if (typeof value === "string") continue;
    }
    throw new TypeError(
      `option "customTimeouts" of ${owner} takes create, update and delete as text such as "5m"`,
    );
  }
  return wire;
}
