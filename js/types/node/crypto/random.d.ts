import { Buffer } from "../buffer/buffer.js";
import { type AnyBytes, type Callback } from "./checks.js";
export declare function randomBytes(size: number): Buffer;
export declare function randomBytes(size: number, callback: Callback<Buffer>): void;
export declare function randomFillSync<T extends AnyBytes>(buffer: T, offset?: number, size?: number): T;
export declare function randomFill<T extends AnyBytes>(buffer: T, ...rest: unknown[]): void;
/** A random integer of at least `from` (0 if only one bound is given) and less than `to`. */
export declare function randomInt(max: number): number;
export declare function randomInt(min: number, max: number): number;
export declare function randomInt(max: number, callback: Callback<number>): void;
export declare function randomInt(min: number, max: number, callback: Callback<number>): void;
export declare function randomUUID(options?: {
    disableEntropyCache?: boolean;
}): string;
/** Compares in a time that depends on the length alone. */
export declare function timingSafeEqual(a: AnyBytes, b: AnyBytes): boolean;
