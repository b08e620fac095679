// The provider objects of the program: by resource, and by type for resources that the program no
// longer declares.

import { serve } from "./dispatch.ts";
import { dynamicOps } from "./dynamic_ops.ts";
import type { ResourceProvider } from "./resource_provider.ts";

const byUrn = new Map<string, ResourceProvider>();
const byType = new Map<string, ResourceProvider>();

/** @internal The type token of a class of resources. */
export function tokenOf(type: string, module = "index"): string {
  return `dynamic:${module}:${type}`;
}

/** @internal Assigns the provider of one resource, and of no other of its type. */
export function assignProvider(urn: string, provider: ResourceProvider): void {
  byUrn.set(urn, provider);
}

/**
 * Registers the provider of a class, so that resources that the program no longer declares can be
 * read and deleted: it replaces the code in the state, and serves where that code could not be
 * stored. `type` is the class, or its type token such as `dynamic:index:Thing`.
 */
export function register(
  type: string | (abstract new (...args: any[]) => object),
  provider: ResourceProvider,
): void {
  const token = typeof type === "function" ? tokenOf(type.name) : type;
  requireProvider(provider, () => `register(${JSON.stringify(token)})`);
  byType.set(token, provider);
  dynamicOps().op_lumi_dynamic_offer(answer);
}

/** @internal Throws unless the value has the methods of a provider. */
export function requireProvider(provider: unknown, owner: () => string): void {
  if (typeof (provider as ResourceProvider | null | undefined)?.create === "function") return;
  throw new TypeError(`the provider of ${owner()} must be an object with a method "create"`);
}

/** Called by the host; returns false if the program has no provider for the resource. */
function answer(number: number, method: string, urn: string, type: string, args: unknown[]): boolean {
  const provider = byUrn.get(urn) ?? byType.get(type);
  if (provider === undefined) return false;
  void serve(provider, { number, method, urn, type, args });
  return true;
}
