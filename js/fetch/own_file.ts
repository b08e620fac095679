// The class File for forms: a program may replace the global one.

import { web } from "../web/ops.ts";

/** Compiled on the first use: most programs have no files in forms. */
export const ownFile = () => (web("09_file.js") as unknown as { File: typeof File }).File;
