import { Buffer } from "../buffer/buffer.js";
export type BinaryLike = string | ArrayBufferView;
export type AnyBytes = ArrayBuffer | ArrayBufferView;
export type Callback<T> = (error: Error | null, result: T) => void;
export declare const TEXT_OR_VIEWS = "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView";
export declare const DATA = "of type string or an instance of Buffer, TypedArray, or DataView";
export declare function checkText(name: string, value: unknown): asserts value is string;
export declare function checkCallback(value: unknown, name?: string): asserts value is (...args: never[]) => void;
export declare function checkObject(name: string, value: unknown): asserts value is object;
export declare function checkFlag(name: string, value: unknown): asserts value is boolean;
export declare function checkInteger(name: string, value: unknown, least: number, most: number): asserts value is number;
export declare const checkUint32: (name: string, value: unknown) => void;
export declare const checkInt32: (name: string, value: unknown, least?: number) => void;
/** Whether the host has a digest of this name. */
export declare function isDigest(name: string): boolean;
export declare const invalidDigest: (name: string) => Error;
/** Throws for a digest that does not exist, before a key is made or another thread is asked. */
export declare function checkDigest(name: string): void;
/** The bytes themselves of a view or of memory; undefined for other values. */
export declare function memoryOf(value: unknown): Uint8Array | undefined;
/** The bytes of a view or of memory to read; undefined for other values. */
export declare function viewOf(value: unknown): Uint8Array | undefined;
/** Bytes of a text or of a view; memory itself counts if `wanted` says so. */
export declare function bytesOf(name: string, value: unknown, encoding?: unknown, wanted?: string): Uint8Array;
/** The form in which a result is answered: a Buffer, or text in an encoding. */
export declare function encoded(bytes: Uint8Array, encoding?: unknown): string | Buffer;
export declare const unknownEncoding: (encoding: string) => Error & {
    code: string;
};
/** Calls back with what an operation on another thread gives. */
export declare function whenDone<T>(work: Promise<T>, callback: (error: Error | null, result?: T) => void): void;
