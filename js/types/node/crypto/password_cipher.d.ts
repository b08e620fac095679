import { type BinaryLike } from "./checks.js";
import { type CipherOptions, CipherStream } from "./cipher.js";
export declare class CipherClass extends CipherStream {
    constructor(cipher: string, password: BinaryLike, options?: CipherOptions);
}
export declare class DecipherClass extends CipherStream {
    constructor(cipher: string, password: BinaryLike, options?: CipherOptions);
}
export declare const Cipher: typeof CipherClass;
export declare const Decipher: typeof DecipherClass;
export declare const createCipher: (cipher: string, password: BinaryLike, options?: CipherOptions) => CipherClass;
export declare const createDecipher: (cipher: string, password: BinaryLike, options?: CipherOptions) => DecipherClass;
