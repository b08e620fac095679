import type { KeyData } from "./key_object.js";
export interface Jwk {
    kty?: string;
    crv?: string;
    k?: string;
    n?: string;
    e?: string;
    d?: string;
    p?: string;
    q?: string;
    dp?: string;
    dq?: string;
    qi?: string;
    x?: string;
    y?: string;
    [member: string]: unknown;
}
export declare function toJwk(key: KeyData): Jwk;
export declare function fromJwk(jwk: Jwk): KeyData;
