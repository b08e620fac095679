/** Messages of a program, shown with the run and, if given, with a resource. */
import { Failure } from "./failure.js";
import type { Resource } from "./resource.js";
import { session } from "./session.js";
import { stateOf } from "./state.js";

/** Shown with `--verbose`. */
export function debug(message: string, resource?: Resource): void {
  write(0, message, resource);
}

export function info(message: string, resource?: Resource): void {
  write(1, message, resource);
}

export function warn(message: string, resource?: Resource): void {
  write(2, message, resource);
}

/** A program that logs an error has failed, although it goes on; throw an error to stop it. */
export function error(message: string, resource?: Resource): void {
  write(3, message, resource);
}

function write(level: number, message: string, resource: Resource | undefined): void {
  const current = session();
  current.monitor.log(level, String(message), stateOf(resource)?.urn ?? "").catch((error) =>
    new Failure(current, error)
  );
}
