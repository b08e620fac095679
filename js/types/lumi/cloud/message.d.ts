/** The largest message on every target, in bytes of UTF-8: some platforms have no more than 256 KB with all attributes. */
export declare const MAX_MESSAGE_BYTES = 200000;
/** The longest delay of a message on every target, in seconds. */
export declare const MAX_DELAY_SECONDS = 900;
/** The JSON text of a message. `what` names the receiver. */
export declare function messageText(what: string, message: unknown): string;
/** A delay in seconds; 0 for none. */
export declare function delayOf(what: string, delay: number | undefined): number;
/** The key of a message of an ordered queue. */
export declare function keyOf(what: string, key: string | undefined): string;
