import { Buffer } from "../buffer/buffer.js";
import { type AnyBytes, type BinaryLike } from "./checks.js";
interface Parameters {
    prime: bigint;
    generator: bigint;
    /** Undefined where nothing is known of the group. */
    secretBits?: number;
}
/** The members of both classes. */
export declare class Exchange {
    #private;
    constructor({ prime, generator, secretBits }: Parameters);
    readonly verifyError: number;
    generateKeys(encoding?: string): string | Buffer;
    computeSecret(other: BinaryLike | AnyBytes, input?: string, output?: string): string | Buffer;
    getPrime(encoding?: string): string | Buffer;
    getGenerator(encoding?: string): string | Buffer;
    getPublicKey(encoding?: string): string | Buffer;
    getPrivateKey(encoding?: string): string | Buffer;
    protected set(kind: "public" | "private", key: BinaryLike | AnyBytes, encoding: string | undefined): void;
}
type Source = number | BinaryLike | AnyBytes;
export declare class DiffieHellmanClass extends Exchange {
    constructor(source: Source, encoding?: string | Source, generator?: Source, generatorEncoding?: string);
    setPublicKey(key: BinaryLike | AnyBytes, encoding?: string): this;
    setPrivateKey(key: BinaryLike | AnyBytes, encoding?: string): this;
}
export declare class DiffieHellmanGroupClass extends Exchange {
    constructor(name: string);
}
export declare const DiffieHellman: typeof DiffieHellmanClass;
export declare const DiffieHellmanGroup: typeof DiffieHellmanGroupClass;
export declare function createDiffieHellman(source: Source, encoding?: string | Source, generator?: Source, generatorEncoding?: string): DiffieHellmanClass;
export declare function getDiffieHellman(name: string): DiffieHellmanGroupClass;
export {};
