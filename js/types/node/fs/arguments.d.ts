import { Buffer } from "../buffer/buffer.js";
import { invalidArgType as argumentTypeError, outOfRange as rangeError } from "../node_errors.js";
export type PathLike = string | URL | Uint8Array;
export type Encoding = string | null | undefined;
export type Flag = string | number | undefined;
export type Mode = string | number | null | undefined;
export type Time = string | number | Date;
/** Data that can be written. */
export type Data = string | ArrayBufferView;
export declare function argumentValueError(name: string, value: unknown, reason?: string): Error;
/** A whole number from `min` to `max`. */
export declare function integer(value: unknown, name: string, min?: number, max?: number): number;
/** A path as it is written: the host knows the folder in which relative ones begin. */
export declare function pathOf(path: unknown, name?: string): string;
/** The number of an open file. */
export declare const descriptor: (value: unknown) => number;
export declare function flagsOf(value: unknown, fallback: string | number, name?: string): number;
export declare function modeOf(value: unknown, fallback?: number, name?: string): number;
/** Seconds since the epoch. */
export declare function timeOf(value: unknown, name?: string): number;
export declare const userOrGroup: (value: unknown, name: string) => number;
/** Options given as an object, or as an encoding alone. */
export declare function optionsOf<T extends {
    encoding?: unknown;
}>(given: unknown): T;
export declare function checkEncoding(encoding: unknown, name?: string): void;
/** Bytes as a Buffer, or as text of the encoding. */
export declare function decoded(bytes: Uint8Array, encoding: Encoding): string | Buffer;
/** A name as text, or in the encoding that was asked for. */
export declare function nameAs(name: string, encoding: Encoding): string;
export declare function viewOf(view: ArrayBufferView): Uint8Array<ArrayBuffer>;
export declare function bytesOf(data: unknown, encoding: Encoding, name?: string): Uint8Array;
/** Throws if the signal has aborted. */
export declare function checkSignal(signal: AbortSignal | undefined | null): void;
export { argumentTypeError, rangeError };
