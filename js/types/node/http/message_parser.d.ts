import { Buffer } from "../buffer/buffer.js";
import { type Head, type MessageKind, type ParseError } from "./head.js";
/** The data after a head: its body, no body, or bytes of another protocol. */
export declare const BODY = 0;
export declare const NO_BODY = 1;
export declare const OTHER_PROTOCOL = 2;
export type Next = typeof BODY | typeof NO_BODY | typeof OTHER_PROTOCOL;
export interface MessageHandler {
    /** `shouldKeepAlive`: whether another message may follow this one. */
    onHead(head: Head, shouldKeepAlive: boolean): Next;
    onBody(data: Buffer): void;
    /** `trailers` are flat. */
    onMessageEnd(trailers: string[]): void;
}
export declare class MessageParser {
    #private;
    /** 0 keeps all headers. */
    mostHeaders: number;
    /** The bytes after a head that another protocol follows. */
    afterUpgrade: Buffer | undefined;
    /** When the message that is being read has begun, and its head ended, in milliseconds; 0 between messages. */
    beganAt: number;
    headEndedAt: number;
    constructor(kind: MessageKind, handler: MessageHandler, limit: number);
    /** Stops reading. */
    close(): void;
    /** Whether no message has begun that has not ended. */
    get isBetweenMessages(): boolean;
    /** Reads what a socket delivered; answers what is wrong with it. */
    take(chunk: Buffer): ParseError | undefined;
    /** The connection has ended; answers an error if a message has not. */
    finish(): ParseError | undefined;
}
