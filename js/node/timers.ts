// node:timers: the global timer functions.

import { clearImmediate, setImmediate } from "./immediate.ts";

const {
  clearInterval: stopInterval,
  clearTimeout: stopTimeout,
  setInterval: startInterval,
  setTimeout: startTimeout,
} = globalThis;

export {
  clearImmediate,
  setImmediate,
  startInterval as setInterval,
  startTimeout as setTimeout,
  stopInterval as clearInterval,
  stopTimeout as clearTimeout,
};
export default { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout };
