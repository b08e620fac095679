// node:stream/promises: the ends of streams as promises.

import { promises } from "./stream.ts";

export const { finished, pipeline } = promises;
export default promises;
