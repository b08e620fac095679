import { Buffer } from "../buffer/buffer.js";
import { KeyObject } from "./key_object.js";
export interface CheckOptions {
    subject?: "default" | "always" | "never";
    wildcards?: boolean;
    partialWildcards?: boolean;
    multiLabelWildcards?: boolean;
    singleLabelSubdomains?: boolean;
}
export declare class X509Certificate {
    #private;
    constructor(data: string | ArrayBufferView | ArrayBuffer);
    get subject(): string | undefined;
    get subjectAltName(): string | undefined;
    get issuer(): string | undefined;
    get issuerCertificate(): undefined;
    get infoAccess(): string | undefined;
    get validFrom(): string;
    get validTo(): string;
    get fingerprint(): string;
    get fingerprint256(): string;
    get fingerprint512(): string;
    get keyUsage(): string[] | undefined;
    get serialNumber(): string;
    get ca(): boolean;
    get raw(): Buffer;
    get publicKey(): KeyObject;
    toString(): string;
    toJSON(): string;
    checkHost(name: string, options?: CheckOptions): string | undefined;
    checkEmail(email: string, options?: CheckOptions): string | undefined;
    checkIP(ip: string, options?: CheckOptions): string | undefined;
    checkIssued(other: X509Certificate): boolean;
    checkPrivateKey(key: KeyObject): boolean;
    verify(key: KeyObject): boolean;
    /** Node's older form of a certificate. That of `getPeerCertificate` has fewer members. */
    toLegacyObject(): object;
}
