import { EventEmitter } from "./events/events.js";
/** The address for debuggers, which a program is not told. */
export declare const url: () => undefined;
export declare function open(): never;
export declare function waitForDebugger(): never;
/** Closes nothing: what a program cannot open is not open. */
export declare const close: () => void;
export declare class Session extends EventEmitter {
    connect(): never;
    connectToMainThread(): never;
    post(): never;
    disconnect(): void;
}
export declare const console: Console;
declare const _default: {
    close: typeof close;
    console: Console;
    open: typeof open;
    Session: typeof Session;
    url: typeof url;
    waitForDebugger: typeof waitForDebugger;
};
export default _default;
