/**
 * The object exists, but is not ready: the state records it, and the next run repairs it by an
 * update.
 */
export declare class PartialInitError extends Error {
    readonly id: string;
    readonly outs: Record<string, any>;
    readonly reasons: readonly string[];
    /**
     * @param id The id of the object.
     * @param outs All known outputs of the object.
     * @param reasons Why the object is not ready.
     */
    constructor(id: string, outs: Record<string, any>, reasons: readonly string[]);
    get name(): string;
}
/**
 * The outcome is unknown, for example after a time-out: the operation stays pending until the
 * object has been looked up.
 */
export declare class UnknownOutcomeError extends Error {
    get name(): string;
}
