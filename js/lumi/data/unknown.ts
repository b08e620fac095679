// The unknown value in the results of `run`.

import { unknown as hole } from "../protocol/ops.ts";

/** The unknown value, for comparisons in tests. */
export const unknown: symbol = hole;
