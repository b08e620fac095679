import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type Jwk } from "./jwk.js";
import type { KeyData } from "./key_data.js";
export interface KeyExportOptions {
    type?: "pkcs1" | "spki" | "pkcs8" | "sec1";
    format?: "pem" | "der" | "jwk" | "buffer";
    cipher?: string;
    passphrase?: BinaryLike;
}
export declare function pem(label: string, bytes: Uint8Array): string;
/** How a key is written, as its options name it. */
interface Form {
    format: "pem" | "der" | "jwk";
    type: string;
    /** The host's name of the cipher of an encrypted key. */
    cipher: string | undefined;
    passphrase: Uint8Array | undefined;
}
/** Reads the options of a key of a kind; `name` is what errors call them. */
export declare function formOf(name: string, given: unknown, keyType: "public" | "private", kind: string): Form;
/** A key in the form that the options name. */
export declare function exported(key: KeyData, options: unknown, name?: string): string | Buffer | Jwk;
export {};
