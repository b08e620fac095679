type Callback = (...args: any[]) => void;
/** A timer that runs once or repeatedly. As a number it is its id. */
export declare class Timeout {
    #private;
    /** The callback under Node's name, by which stacks call it. */
    readonly _onTimeout: Callback;
    constructor(callback: Callback, delay: unknown, args: unknown[], isRepeated: boolean);
    /** Keeps the program running until the timer has run. */
    ref(): this;
    unref(): this;
    hasRef(): boolean;
    /** Begins the delay again, after the timer has run, too. */
    refresh(): this;
    close(): this;
    /** Whether the timer will not run again; Node's name, which packages read. */
    get _destroyed(): boolean;
    [Symbol.toPrimitive](): number;
    [Symbol.dispose](): void;
}
export declare const setTimeout: (callback: Callback, delay?: number, ...args: unknown[]) => Timeout;
export declare const setInterval: (callback: Callback, delay?: number, ...args: unknown[]) => Timeout;
/** Stops a timer, given as its object or its id; anything else is ignored. */
export declare function clearTimeout(timer?: Timeout | number | string | null): void;
export declare const clearInterval: (timer?: Timeout | number | string | null) => void;
export declare const customPromisify: unique symbol;
/** A callback that runs once the current work and its ticks are done. */
export declare class Immediate {
    #private;
    constructor(callback: Callback, args: unknown[]);
    ref(): this;
    unref(): this;
    hasRef(): boolean;
    get _destroyed(): boolean;
    close(): void;
    [Symbol.dispose](): void;
}
export declare const setImmediate: (callback: Callback, ...args: unknown[]) => Immediate;
export declare function clearImmediate(immediate?: Immediate | null): void;
export {};
