import { type Output } from "./readline.js";
export declare const createInterface: (input: import("./readline.js").Input | import("./readline.js").InterfaceOptions, output?: Output) => import("./readline.js").PromisesInterface, Interface: typeof import("./readline.js").PromisesInterface;
/** Control sequences that are collected and written at once. */
export declare class Readline {
    #private;
    constructor(stream: Output, options?: {
        autoCommit?: boolean;
    });
    clearLine(direction: number): this;
    clearScreenDown(): this;
    cursorTo(x: number, y?: number): this;
    moveCursor(dx: number, dy: number): this;
    commit(): Promise<void>;
    rollback(): this;
}
declare const _default: {
    createInterface: (input: import("./readline.js").Input | import("./readline.js").InterfaceOptions, output?: Output) => import("./readline.js").PromisesInterface;
    Interface: typeof import("./readline.js").PromisesInterface;
    Readline: typeof Readline;
};
export default _default;
