// What stands for a hole in what `run` answers.

import { unknown as hole } from "../protocol/ops.ts";

/** The value that stands where a value is unknown, to compare with. */
export const unknown: symbol = hole;
