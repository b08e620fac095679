// Facts about the current run.

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

/** Whether this run deploys nothing, so that values known only to a deployment are unknown. */
export function isDryRun(): boolean {
  const current = session();
  // At once: the program may be stopped at any time.
  current.noteUnrepeatable();
  return current.context.dryRun;
}

/** The arguments after `--` on the command line. */
export function args(): string[] {
  return [...session().context.args];
}
