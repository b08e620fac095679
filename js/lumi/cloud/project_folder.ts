// The folder that paths of folders and files in programs begin at.

import { session } from "../session/session.ts";

/** The project folder. Tests have none of their own, so that it is the folder that they run in. */
export function projectFolder(): string {
  const { mode, directory } = session().context;
  return mode === "test" ? "." : directory;
}

/** A path on this machine; a relative one begins at the project folder. */
export const inProject = (path: string): string => path.startsWith("/") ? path : `${projectFolder()}/${path}`;
