// Derives what a function needs from its code: permissions, environment variables and links.

import type { ClosureDependency } from "../property/closure_dependency.ts";
import { all } from "../property/combinators.ts";
import { compute } from "../property/compute.ts";
import type { Property } from "../property/property.ts";
import { warn } from "../resource/log.ts";
import type { Resource } from "../resource/resource.ts";
import { session } from "../session/session.ts";
import { componentOf, infraOf, methodsOf } from "./component.ts";
import type { FunctionArgs, FunctionCode, FunctionNeeds, Grant } from "./contract.ts";
import { targetName } from "./target.ts";

/** A grant for the code of one function. */
interface Granted {
  readonly component: string;
  readonly grant: Grant;
  readonly because: readonly string[];
}

/** Serialises a handler, and finds what it needs. `owner` is the function in messages. */
export function codeOf(handler: (...args: any[]) => unknown, owner: string, args: FunctionArgs): FunctionCode {
  const closure = compute(handler);
  const own = args.permissions?.[targetName()] ?? [];
  const uses = all([closure.dependencies, closure.dependencyLines]);
  const grants = <T>(read: (granted: Granted[]) => unknown) =>
    uses.then(([dependencies, lines]) => read(grantsOf(dependencies, lines, owner))) as unknown as Property<T>;
  return {
    closure,
    needs: grants<FunctionNeeds>(needsOf),
    own,
    links: grants<Resource[]>((all) => all.flatMap(({ grant }) => grant.links ?? [])),
    shown: grants<Record<string, string>>(shownPermissions),
  };
}

function grantsOf(
  dependencies: readonly ClosureDependency[],
  lines: readonly (readonly string[])[],
  owner: string,
): Granted[] {
  const granted: Granted[] = [];
  for (const [index, { resource: name, resourceType, type, member }] of dependencies.entries()) {
    const component = type === "access" ? componentOf(resourceType, name) : undefined;
    if (component === undefined) continue;
    const because = lines[index]!;
    const isClear = member !== "*";
    if (!isClear) warnOfUnclear(owner, component, name, because);
    const methods = isClear ? [member] : methodsOf(component);
    for (const method of methods) {
      const grant = infraOf(component)?.grant?.(method);
      if (grant !== undefined) granted.push({ component: name, grant, because });
      else if (isClear) refuse(owner, component, name, method, because);
    }
  }
  return granted;
}

/** The warnings of each session, as several values are made of the same grants. */
const warnings = new WeakMap<object, Set<string>>();

function warnOfUnclear(owner: string, resource: object, name: string, positions: readonly string[]): void {
  const text = `the code of ${owner} does not say what it does with the ${resource.constructor.name} "${name}"` +
    `${placeOf(positions)}: it may do everything`;
  const known = warnings.get(session()) ?? new Set();
  if (!known.has(text)) warn(text);
  warnings.set(session(), known.add(text));
}

function refuse(owner: string, resource: object, name: string, method: string, positions: readonly string[]): never {
  throw new TypeError(
    `${owner} calls ${method}() of the ${resource.constructor.name} "${name}"${placeOf(positions)}, which the target ` +
      `"${targetName()}" does not have`,
  );
}

const placeOf = (positions: readonly string[]) => positions.length === 0 ? "" : ` (${positions.join(", ")})`;

function needsOf(granted: readonly Granted[]): unknown {
  const permissions = granted.flatMap(({ component, grant, because }) =>
    (grant.permissions ?? []).map(({ actions, resource }) => ({ actions, resource, component, because }))
  );
  const environment = Object.assign({}, ...granted.map((it) => it.grant.environment ?? {}));
  return { permissions, environment };
}

/**
 * The permissions of a function as its plan shows them: the lines of the code by action and component. Only the names count
 * as a change, not the lines (`src/engine/registration/components.rs`).
 */
function shownPermissions(granted: readonly Granted[]): Record<string, string> {
  const lines = new Map<string, Set<string>>();
  for (const { component, grant, because } of granted) {
    for (const action of (grant.permissions ?? []).flatMap((it) => it.actions)) {
      const name = `${action} ${component}`;
      const known = lines.get(name) ?? new Set();
      for (const line of because) known.add(line);
      lines.set(name, known);
    }
  }
  const names = [...lines.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, `because: ${[...lines.get(name)!].join(", ")}`]));
}
