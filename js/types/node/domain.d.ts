import { EventEmitter } from "./events/events.js";
type Callback = (...args: any[]) => any;
export declare class Domain extends EventEmitter {
    #private;
    readonly members: EventEmitter[];
    enter(): void;
    exit(): void;
    add(emitter: EventEmitter): void;
    remove(emitter: EventEmitter): void;
    run<T>(callback: (...args: unknown[]) => T, ...args: unknown[]): T | undefined;
    bind<F extends Callback>(callback: F): F;
    /** A callback that gets its arguments without the error, which goes to the domain. */
    intercept(callback: Callback): Callback;
    dispose(): void;
}
export declare const create: () => Domain;
export declare const createDomain: typeof create;
declare const domain: {
    Domain: typeof Domain;
    create: typeof create;
    createDomain: typeof create;
    /** The domain in which code runs now. */
    readonly active: Domain | undefined;
};
export default domain;
