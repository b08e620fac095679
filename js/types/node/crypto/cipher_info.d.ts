export interface CipherInfo {
    mode: string;
    name: string;
    nid: number;
    blockSize?: number;
    ivLength?: number;
    keyLength: number;
}
/** The host's name of a cipher: `aes-256-gcm` for `id-aes256-GCM`, `aes-128-cbc` for `AES128`. */
export declare function nameOf(cipher: string): string;
export declare const findCipher: (cipher: string) => CipherInfo | undefined;
/** Whether the initialization vector of a cipher may have a length. */
export declare function isIvLength(known: CipherInfo, length: number): boolean;
export declare function getCipherInfo(cipher: string | number, options?: {
    keyLength?: number;
    ivLength?: number;
}): CipherInfo | undefined;
export declare const getCiphers: () => string[];
