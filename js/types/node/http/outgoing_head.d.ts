import { type FieldTable, type GivenHeaders } from "./outgoing_headers.js";
import type { OutgoingMessage } from "./outgoing_message.js";
/** The current time as in the header Date, made once in a second. */
export declare function dateNow(): string;
/** Fixes the head of `message`. `own` are headers that are checked already. */
export declare function storeHead(message: OutgoingMessage, firstLine: string, headers: FieldTable | GivenHeaders | null | undefined, own: FieldTable | null): void;
