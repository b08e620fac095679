// Reads the option `dependsOn`: resources, and lists, Properties and promises of them. `registration.ts` waits for
// them, and for the children of components among them, as `invoke.ts` does.

import { asCell } from "../cell/resolve_into.ts";
import { Cell } from "../cell/cell.ts";
import { serialsOf } from "../data/dependencies.ts";
import { Kind, unknown } from "../protocol/ops.ts";
import { requireResource } from "./require_resource.ts";
import { type ResourceState, statesOf } from "./resource_state.ts";
import type { Session } from "../session/session.ts";

/** The owner of the option: a resource, or a call of a function. */
export interface Dependent {
  readonly session: Session;
  readonly owner: string;
}

export class DependsOn {
  private readonly items: (ResourceState | Cell)[] = [];

  constructor(value: unknown, private readonly dependent: Dependent) {
    this.add(value);
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** The cells that must settle before `resolve` is called. */
  get cells(): Cell[] {
    return this.items.filter((item) => item instanceof Cell);
  }

  /** The resources, in the given order. */
  resolve(): ResourceState[] {
    return this.items.flatMap((item) => item instanceof Cell ? this.resourcesOf(item) : item);
  }

  private add(value: unknown): void {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) return value.forEach((item) => this.add(item));
    const cell = typeof value === "object" || typeof value === "function" ? asCell(value) : null;
    this.items.push(cell ?? requireResource(value, "dependsOn", this.dependent));
  }

  /**
   * The sources of a value are dependencies, too; for an unknown value they are the only ones
   * known.
   */
  private resourcesOf(cell: Cell): ResourceState[] {
    const { session, owner } = this.dependent;
    const values = [cell.value].flat(Infinity).filter((value) => value !== undefined && value !== null);
    const known = values.filter((value) => value !== unknown);
    const sources = serialsOf(cell.dependencies).map((serial) => statesOf(session)[serial]!);
    // A promise that waits for a hole has no origin; the plan is already marked incomplete.
    const isLost = known.length < values.length && sources.length === 0 && cell.origin !== null;
    if (isLost) {
      throw new TypeError(
        `option "dependsOn" of ${owner} is a Property that is unknown and comes from no resource; ` +
          "name the resources themselves",
      );
    }
    return [...known.map((value) => requireResource(value, "dependsOn", this.dependent)), ...sources];
  }
}

/** A resource and, of a component, all of its descendants. `visit` says whether to go on below. */
export function visitTree(state: ResourceState, visit: (state: ResourceState) => boolean): void {
  if (!visit(state) || state.kind !== Kind.Component) return;
  for (const child of state.children ?? []) visitTree(child, visit);
}
