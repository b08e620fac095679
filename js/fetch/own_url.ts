// The class URL for `fetch`: a program may replace the global one.

import { web } from "../web/ops.ts";

const script = web("00_url.js") as unknown as { URL: typeof URL };
export const OwnURL = script.URL;
