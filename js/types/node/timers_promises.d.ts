export interface TimerOptions {
    signal?: AbortSignal;
}
/** Resolves to `value` after `delay` milliseconds. */
declare function wait<T>(delay?: number, value?: T, options?: TimerOptions): Promise<T>;
declare const immediately: <T>(value?: T, options?: TimerOptions) => Promise<T>;
declare function repeat<T>(delay?: number, value?: T, options?: TimerOptions): AsyncGenerator<T>;
export declare const scheduler: {
    wait: (delay: number, options?: TimerOptions) => Promise<undefined>;
};
export { immediately as setImmediate, repeat as setInterval, wait as setTimeout };
declare const _default: {
    scheduler: {
        wait: (delay: number, options?: TimerOptions) => Promise<undefined>;
    };
    setImmediate: typeof immediately;
    setInterval: typeof repeat;
    setTimeout: typeof wait;
};
export default _default;
