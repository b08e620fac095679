import { type AnyBytes, type Callback } from "./checks.js";
export interface PrimeOptions {
    add?: AnyBytes | bigint;
    rem?: AnyBytes | bigint;
    safe?: boolean;
    bigint?: boolean;
}
export declare function generatePrimeSync(size: number, options?: PrimeOptions): ArrayBuffer | bigint;
export declare function generatePrime(size: number, options: PrimeOptions | Callback<ArrayBuffer | bigint>, last?: Callback<ArrayBuffer | bigint>): void;
/** The tests are always as many as leave no doubt, whatever `checks` says. */
export declare function checkPrimeSync(candidate: AnyBytes | bigint, options?: {
    checks?: number;
}): boolean;
export declare function checkPrime(candidate: AnyBytes | bigint, options: {
    checks?: number;
} | Callback<boolean>, last?: Callback<boolean>): void;
