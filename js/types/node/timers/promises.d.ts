export interface TimerOptions {
    signal?: AbortSignal;
    /** False lets the program end before. */
    ref?: boolean;
}
/** Resolves to `value` after `delay` milliseconds. */
declare const wait: <T>(delay?: number, value?: T, options?: TimerOptions) => Promise<T>;
declare const immediately: <T>(value?: T, options?: TimerOptions) => Promise<T>;
/** `value` each time that the delay is over; delays that have passed meanwhile are made up for. */
declare function repeat<T>(delay?: number, value?: T, options?: TimerOptions): AsyncGenerator<T>;
export declare const scheduler: {
    wait: (delay: number, options?: TimerOptions) => Promise<undefined>;
    yield: () => Promise<unknown>;
};
export { immediately as setImmediate, repeat as setInterval, wait as setTimeout };
declare const _default: {
    scheduler: {
        wait: (delay: number, options?: TimerOptions) => Promise<undefined>;
        yield: () => Promise<unknown>;
    };
    setImmediate: typeof immediately;
    setInterval: typeof repeat;
    setTimeout: typeof wait;
};
export default _default;
