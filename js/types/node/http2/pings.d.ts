import { Buffer } from "../buffer/buffer.js";
export type PingCallback = (error: Error | null, milliseconds: number, payload: Buffer) => void;
export declare class Pings {
    #private;
    constructor(most: number);
    /** The bytes to send; undefined if too many have not come back. */
    begin(payload: Uint8Array | undefined, callback: PingCallback): Buffer | undefined;
    returned(payload: Buffer): void;
    cancel(): void;
}
export declare function checkPayload(payload: unknown): void;
