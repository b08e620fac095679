import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike, type Callback } from "./checks.js";
import { type KeyLike } from "./key_object.js";
type Input = BinaryLike | ArrayBuffer;
export declare function pbkdf2Sync(password: Input, salt: Input, iterations: number, keylen: number, digest: string): Buffer;
export declare function pbkdf2(password: Input, salt: Input, iterations: number, keylen: number, digest: string, callback: Callback<Buffer>): void;
export interface ScryptOptions {
    N?: number;
    r?: number;
    p?: number;
    maxmem?: number;
    cost?: number;
    blockSize?: number;
    parallelization?: number;
}
export declare function scryptSync(password: Input, salt: Input, keylen: number, options?: ScryptOptions): Buffer;
export declare function scrypt(password: Input, salt: Input, keylen: number, callback: Callback<Buffer>): void;
export declare function scrypt(password: Input, salt: Input, keylen: number, options: ScryptOptions, callback: Callback<Buffer>): void;
export declare function hkdfSync(digest: string, key: KeyLike, salt: Input, info: Input, length: number): ArrayBuffer;
export declare function hkdf(digest: string, key: KeyLike, salt: Input, info: Input, length: number, callback: Callback<ArrayBuffer>): void;
export {};
