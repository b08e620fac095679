import { clearImmediate, clearInterval, clearTimeout, type Immediate, setImmediate, setInterval, setTimeout, type Timeout } from "./timeout.js";
import promises from "./promises.js";
export { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
export type { Immediate, Timeout };
declare const _default: {
    clearImmediate: typeof clearImmediate;
    clearInterval: typeof clearInterval;
    clearTimeout: typeof clearTimeout;
    promises: {
        scheduler: {
            wait: (delay: number, options?: import("./promises.js").TimerOptions) => Promise<undefined>;
            yield: () => Promise<unknown>;
        };
        setImmediate: <T>(value?: T, options?: import("./promises.js").TimerOptions) => Promise<T>;
        setInterval: typeof import("./promises.js").setInterval;
        setTimeout: <T>(delay?: number, value?: T, options?: import("./promises.js").TimerOptions) => Promise<T>;
    };
    setImmediate: typeof setImmediate;
    setInterval: typeof setInterval;
    setTimeout: typeof setTimeout;
};
export default _default;
