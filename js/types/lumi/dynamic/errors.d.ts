/** The object exists, but is not ready: it is recorded, and the next run repairs it by an update. */
export declare class PartialInitError extends Error {
    readonly id: string;
    readonly outs: Record<string, any>;
    readonly reasons: readonly string[];
    /**
     * @param id What the object is called.
     * @param outs All there is to know about the object.
     * @param reasons Why it is not ready.
     */
    constructor(id: string, outs: Record<string, any>, reasons: readonly string[]);
    get name(): string;
}
/**
 * The outcome is unknown, after a time-out for example: the operation stays pending until the object
 * has been looked up.
 */
export declare class UnknownOutcomeError extends Error {
    get name(): string;
}
