/** Settings of a session; certificates and keys are PEM. */
export interface TlsSettings {
    servername: string;
    ca: string[] | null;
    cert: string | null;
    key: string | null;
    alpn: string[];
    /** 12 or 13. */
    minVersion: number;
    maxVersion: number;
    requestCert: boolean;
}
export interface TlsFacts {
    protocol: string | null;
    cipher: string | null;
    alpn: string | null;
    servername: string | null;
    /** Why the chain of the other end is not trusted, as a code of OpenSSL. */
    problem: string | null;
    /** DER, beginning with the other end's own. */
    chain: Uint8Array[];
}
export interface CertificateFacts {
    subject: [string, string][];
    issuer: [string, string][];
    subjectaltname: string | null;
    ca: boolean;
    serialNumber: string;
    validFrom: string;
    validTo: string;
    fingerprint: string;
    fingerprint256: string;
}
