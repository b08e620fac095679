// Messages of a program, shown with the run and, if given, with a resource.

import type { Resource } from "./resource.ts";
import { stateOf } from "./resource_state.ts";
import { session } from "../session/session.ts";
import { cellOf } from "../cell/cell.ts";

function write(level: number, message: unknown, resource: Resource | undefined): void {
  if (cellOf(message) !== undefined) {
    throw new TypeError("log takes text, not a Property; use property.then((value) => log.info(...))");
  }
  const state = typeof resource === "object" && resource !== null ? stateOf(resource) : undefined;
  session().monitor.log(level, String(message), state === undefined ? -1 : state.serial);
}

/** Shows a message if the run is verbose (`-v`). */
export function debug(message: string, resource?: Resource): void {
  write(0, message, resource);
}

export function info(message: string, resource?: Resource): void {
  write(1, message, resource);
}

export function warn(message: string, resource?: Resource): void {
  write(2, message, resource);
}

/** Shows an error. The run continues; throw to stop it. */
export function error(message: string, resource?: Resource): void {
  write(3, message, resource);
}
