// node:timers: the global timer functions.

import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  type Immediate,
  setImmediate,
  setInterval,
  setTimeout,
  type Timeout,
} from "./timeout.ts";
import promises from "./promises.ts";

export { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
export type { Immediate, Timeout };
export default { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
