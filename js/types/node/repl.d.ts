export declare class REPLServer {
    constructor();
}
/** An error after which more input may complete a command. */
export declare class Recoverable extends SyntaxError {
    readonly err: Error;
    constructor(err: Error);
}
export declare function start(): never;
export declare const REPL_MODE_SLOPPY: symbol;
export declare const REPL_MODE_STRICT: symbol;
export declare const builtinModules: string[];
declare const _default: {
    builtinModules: string[];
    Recoverable: typeof Recoverable;
    REPL_MODE_SLOPPY: symbol;
    REPL_MODE_STRICT: symbol;
    REPLServer: typeof REPLServer;
    start: typeof start;
};
export default _default;
