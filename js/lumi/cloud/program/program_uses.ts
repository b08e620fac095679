// The things that a program needs to use other components: permission for all that their clients do, and variables.

import type { Input } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { stateOf } from "../../resource/resource_state.ts";
import { type Component, infraOf, methodsOf } from "../component.ts";
import type { Grant, Permission } from "../contract.ts";

export interface ProgramUses {
  readonly permissions: readonly Permission[];
  /** The bindings of clients, such as `LUMI_TODOS_NAME`, and the variables of grants. */
  readonly variables: Readonly<Record<string, Input<string>>>;
  /** Resources that must exist before. */
  readonly links: readonly Resource[];
  /** The permissions as the plan shows them, by action and component. */
  readonly shown: Readonly<Record<string, string>>;
}

/** The needs of a program that uses some components; `what` has it, such as `the Service "api"`. */
export function usesOf(what: string, uses: readonly Component[]): ProgramUses {
  const permissions: Permission[] = [];
  const variables: Record<string, Input<string>> = {};
  const links: Resource[] = [];
  const shown: Record<string, string> = {};
  for (const used of uses) {
    const [name, grants] = grantsOf(what, used);
    Object.assign(variables, bindingsOf(name, used), ...grants.map((it) => it.environment ?? {}));
    links.push(...grants.flatMap((it) => it.links ?? []));
    for (const permission of grants.flatMap((it) => it.permissions ?? [])) {
      permissions.push(permission);
      for (const action of permission.actions) shown[`${action} ${name}`] = "because: uses";
    }
  }
  return { permissions, variables, links, shown };
}

/** The name of a component, and the grants of all its methods. */
function grantsOf(what: string, used: Component): [string, Grant[]] {
  const infra = infraOf(used);
  if (infra === undefined) {
    throw new TypeError(
      `${what} can use components of lumi/cloud alone; name other resources in \`waitsFor\``,
    );
  }
  const grants = methodsOf(used).flatMap((it) => infra.grant?.(it) ?? []);
  return [stateOf(used)!.name, grants];
}

/** The outputs by which clients find the component. */
function bindingsOf(name: string, used: Component): Record<string, Input<string>> {
  const { client, outputs = {} } = infraOf(used)!;
  const word = (text: string) => text.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/-/g, "_").toUpperCase();
  const bindings = client?.bindings ?? [];
  return Object.fromEntries(bindings.map((it) => [`LUMI_${word(name)}_${word(it)}`, outputs[it] as Input<string>]));
}
