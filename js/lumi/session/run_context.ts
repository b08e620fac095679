// Facts of the run a program is part of.

import { session } from "./session.ts";

/** The name of the project. */
export function getProject(): string {
  return session().context.project;
}

/** The name of the stack. */
export function getStack(): string {
  return session().context.stack;
}

/** The project folder, as an absolute path. */
export function getRootDirectory(): string {
  return session().context.directory;
}

/** True if nothing is deployed: values that only a deployment can tell are unknown. */
export function isDryRun(): boolean {
  return session().context.dryRun;
}

/** What stood behind `--` on the command line. */
export function args(): string[] {
  return [...session().context.args];
}
