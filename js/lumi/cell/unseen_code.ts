// Tracks code that a plan cannot see. A deployment records it for the next plan: resources that are
// declared in callbacks, or after an `await`, depend on the resources whose outputs were awaited.

import type { Cell } from "./cell.ts";
import { mayDeclare } from "../data/declaration_scan.ts";
import { type Dependencies, joinDependencies, serialsOf } from "../data/dependencies.ts";
import type { IdleReport, Serial } from "../protocol/ops.ts";

type Callback = (...args: never[]) => unknown;
type Place = IdleReport["unseen"][number];

/** With more dependencies, the resource that depends on all of them replaces them. */
const most = 8;

export class Unseen {
  /** The dependencies of the running callback's argument; null outside callbacks. */
  running: Dependencies = null;
  /** Dependencies of values that resumed code awaited; any code from now on may be that code. */
  private awaited: Dependencies = null;
  /** For each callback that was not called because its argument failed, the resources that the argument is made of. */
  readonly failed: Serial[][] = [];
  private readonly places = new Map<string, Place>();

  /** Records a callback that is not called because its argument has a hole. */
  skip(callback: Callback, cell: Cell): void {
    if (mayDeclare(callback)) this.note(cell);
  }

  /** Records a callback that is not called because its argument failed. */
  skipFailed(callback: Callback, cell: Cell): void {
    if (!mayDeclare(callback)) return;
    this.failed.push(serialsOf(cell.dependencies));
  }

  /** Records code that awaits a hole. */
  note(cell: Cell): void {
    const place = cell.origin?.place() ?? { serial: -1, path: "" };
    const origins = serialsOf(cell.dependencies);
    const isOne = origins.includes(place.serial);
    const found = this.places.get(`${place.serial} ${place.path}`);
    const all = isOne ? [place.serial] : [...new Set([...(found?.origins ?? []), ...origins])];
    this.places.set(`${place.serial} ${place.path}`, { ...place, origins: all });
  }

  report(): Place[] {
    return [...this.places.values()];
  }

  /** Records that code resumes after awaiting a value with these dependencies. */
  resume(dependencies: Dependencies): void {
    this.awaited = joinDependencies(this.awaited, dependencies);
  }

  /** The resources that a declaration at this point depends on. */
  causes(serial: Serial): Serial[] {
    const serials = serialsOf(joinDependencies(this.running, this.awaited));
    if (serials.length > most) {
      if (this.running !== null) this.running = serial;
      if (this.awaited !== null) this.awaited = serial;
    }
    return serials;
  }
}
