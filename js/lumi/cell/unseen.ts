// What a plan cannot see, and what a deployment notes so that the next plan knows it: resources
// that are declared in callbacks, or after an `await`, hang on the resources whose outputs were
// waited for.

import type { Cell } from "./cell.ts";
import { mayDeclare } from "../data/declaring.ts";
import { type Dependencies, joinDependencies, serialsOf } from "../data/dependencies.ts";
import type { IdleReport, Serial } from "../protocol/ops.ts";

type Callback = (...args: never[]) => unknown;
type Place = IdleReport["unseen"][number];

/** With more of them, the resource that hangs on all stands for them. */
const most = 8;

export class Unseen {
  /** What the callback that runs was called with; null outside of callbacks. */
  running: Dependencies = null;
  /** What was waited for by code that went on later, which may be any code from now on. */
  private awaited: Dependencies = null;
  private readonly places = new Map<string, Place>();

  /** Notes a callback that is not called, as there is a hole in its argument. */
  skip(callback: Callback, cell: Cell): void {
    if (mayDeclare(callback)) this.note(cell);
  }

  /** Notes code that waits for a hole. */
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

  /** Code goes on that waited for a value with these dependencies. */
  resume(dependencies: Dependencies): void {
    this.awaited = joinDependencies(this.awaited, dependencies);
  }

  /** What a resource that is declared now hangs on. */
  causes(serial: Serial): Serial[] {
    const serials = serialsOf(joinDependencies(this.running, this.awaited));
    if (serials.length > most) {
      if (this.running !== null) this.running = serial;
      if (this.awaited !== null) this.awaited = serial;
    }
    return serials;
  }
}
