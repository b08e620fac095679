// The value of a hole in the results of `run`.

import { unknown as hole } from "../protocol/ops.ts";

/** The value of a hole, for comparisons in tests. */
export const unknown: symbol = hole;
