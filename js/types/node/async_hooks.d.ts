type AnyFunction = (...args: any[]) => any;
export interface AsyncLocalStorageOptions {
    /** The result of `getStore` outside of `run`. */
    defaultValue?: unknown;
    name?: string;
}
export declare class AsyncLocalStorage<T = unknown> {
    #private;
    readonly name: string;
    constructor(options?: AsyncLocalStorageOptions);
    static bind<F extends AnyFunction>(body: F): F;
    /** A function that calls others in the context of now. */
    static snapshot(): <R>(body: (...args: unknown[]) => R, ...args: unknown[]) => R;
    /** The value of the innermost `run` or `enterWith`. */
    getStore(): T | undefined;
    /** Sets the value for the rest of the synchronous work and what follows from it. */
    enterWith(store: T): void;
    /** Calls `body` with a value that holds in it and in what it begins. */
    run<R>(store: T, body: (...args: unknown[]) => R, ...args: unknown[]): R;
    /** Calls `body` without a value. */
    exit<R>(body: (...args: unknown[]) => R, ...args: unknown[]): R;
    /** Forgets the value in all contexts. */
    disable(): void;
}
export interface HookCallbacks {
    init?(asyncId: number, type: string, triggerAsyncId: number, resource: object): void;
    before?(asyncId: number): void;
    after?(asyncId: number): void;
    destroy?(asyncId: number): void;
    promiseResolve?(asyncId: number): void;
}
export declare class AsyncHook {
    #private;
    constructor(callbacks: HookCallbacks);
    enable(): this;
    disable(): this;
}
/** Hooks that learn of instances of AsyncResource; promises and timers of others are not told. */
export declare function createHook(callbacks: HookCallbacks): AsyncHook;
export declare const executionAsyncId: () => number;
export declare const triggerAsyncId: () => number;
export declare const executionAsyncResource: () => object;
export interface AsyncResourceOptions {
    triggerAsyncId?: number;
    requireManualDestroy?: boolean;
}
/** Asynchronous work of a library, such as that of a pool: its callbacks run in its context. */
export declare class AsyncResource {
    #private;
    constructor(type: string, options?: AsyncResourceOptions | number);
    static bind<F extends AnyFunction>(body: F, type?: string, thisArgument?: unknown): F;
    runInAsyncScope<R>(body: (...args: unknown[]) => R, thisArgument?: unknown, ...args: unknown[]): R;
    emitDestroy(): this;
    asyncId(): number;
    triggerAsyncId(): number;
    /** A function that runs in the scope of this resource. */
    bind<F extends AnyFunction>(body: F, thisArgument?: unknown): F;
}
/** Empty: the kinds of Node's own resources have no counterpart. */
export declare const asyncWrapProviders: Readonly<Record<string, number>>;
declare const _default: {
    AsyncLocalStorage: typeof AsyncLocalStorage;
    AsyncResource: typeof AsyncResource;
    asyncWrapProviders: Readonly<Record<string, number>>;
    createHook: typeof createHook;
    executionAsyncId: typeof executionAsyncId;
    executionAsyncResource: typeof executionAsyncResource;
    triggerAsyncId: typeof triggerAsyncId;
};
export default _default;
