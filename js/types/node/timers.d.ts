import { clearImmediate, setImmediate } from "./immediate.js";
declare const stopInterval: typeof clearInterval, stopTimeout: typeof clearTimeout, startInterval: typeof setInterval, startTimeout: typeof setTimeout;
export { clearImmediate, setImmediate, startInterval as setInterval, startTimeout as setTimeout, stopInterval as clearInterval, stopTimeout as clearTimeout, };
declare const _default: {
    clearImmediate: typeof clearImmediate;
    clearInterval: typeof clearInterval;
    clearTimeout: typeof clearTimeout;
    setImmediate: typeof setImmediate;
    setInterval: typeof setInterval;
    setTimeout: typeof setTimeout;
};
export default _default;
