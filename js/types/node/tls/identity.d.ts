type Name = Record<string, string | string[]>;
export interface PeerCertificate {
    subject: Name;
    issuer: Name;
    subjectaltname?: string;
    ca: boolean;
    serialNumber: string;
    valid_from: string;
    valid_to: string;
    fingerprint: string;
    fingerprint256: string;
    raw: Uint8Array;
    issuerCertificate?: PeerCertificate;
}
/** A certificate from DER. */
export declare function certificateOf(der: Uint8Array): PeerCertificate | undefined;
/** The error if a certificate is not that of a host. */
export declare function checkServerIdentity(hostname: string, cert: Partial<PeerCertificate>): Error | undefined;
export {};
