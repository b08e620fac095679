// The resources and the requests of the target `recorder`.

import { CustomResource, type Input, type Property } from "lumi";
import type { ComponentSpec, Grant } from "lumi/cloud";

/** A request of a function to the platform: `action` on `resource`. */
type Ask = (action: string, resource: string, data?: unknown) => Promise<any>;

/** The platform, where a function runs. */
export const ask: Ask = (action, resource, data) => {
  const platform = (globalThis as any)[Symbol.for("recorder")] as { ask: Ask };
  return platform.ask(action, resource, data);
};

/** The grant of some actions on a resource. */
export const grants = (actions: readonly string[] | undefined, resource: string): Grant | undefined =>
  actions && { permissions: [{ actions, resource }] };

export function made(type: string, { name, component }: ComponentSpec, inputs: Record<string, Input<unknown>>) {
  return new CustomResource(`recorder:index:${type}`, name, inputs, { parent: component });
}

/** A resource of the recorder; answers its name once it is there. */
export function record(type: string, spec: ComponentSpec, inputs: Record<string, Input<unknown>>) {
  return made(type, spec, inputs).urn.then(() => spec.name) as unknown as Property<string>;
}
