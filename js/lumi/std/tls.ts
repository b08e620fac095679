// Keys and certificates. Private keys exist only in the state, encrypted.

import type { Input, Property } from "../property/property_types.ts";
import { markSdkClass } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

/** The inputs of a `PrivateKey`. */
export interface PrivateKeyArgs {
  /**
   * The algorithm of the key. RSA keys are larger and slower; use them only for software that lacks
   * the others.
   */
  algorithm: Input<"ECDSA" | "ED25519" | "RSA">;
  /** The curve of an ECDSA key. The default is `P256`. */
  ecdsaCurve?: Input<"P256" | "P384">;
  /** The size of an RSA key in bits. The default is 2048. */
  rsaBits?: Input<2048 | 3072 | 4096>;
  /** Any values: the key changes only when one of them does. */
  keepers?: Input<Record<string, any>>;
}

/** A key pair. */
export class PrivateKey extends StdResource {
  /** The private key as PKCS #8 in PEM. @secret */
  declare readonly privateKeyPem: Property<string>;
  /** The public key in PEM. */
  declare readonly publicKeyPem: Property<string>;
  /** The public key as a line for `authorized_keys`. */
  declare readonly publicKeyOpenssh: Property<string>;
  /** The fingerprint in the format of `ssh-keygen -l`: `SHA256:` and base64. It is also the id. */
  declare readonly publicKeyFingerprintSha256: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: PrivateKeyArgs, options?: CustomResourceOptions) {
    super("std:tls:PrivateKey", name, args, options);
  }
}

markSdkClass(PrivateKey, "std:tls:PrivateKey");

/** Key usages, by the names of RFC 5280. */
export type KeyUse =
  | "digitalSignature"
  | "contentCommitment"
  | "keyEncipherment"
  | "dataEncipherment"
  | "keyAgreement"
  | "keyCertSign"
  | "cRLSign"
  | "encipherOnly"
  | "decipherOnly"
  | "anyExtendedKeyUsage"
  | "serverAuth"
  | "clientAuth"
  | "codeSigning"
  | "emailProtection"
  | "timeStamping"
  | "OCSPSigning";

/** The subject of a certificate. */
export interface Subject {
  /** A name for people; clients use `dnsNames` and `ipAddresses` instead. */
  commonName?: Input<string>;
  /** An organization, such as a company. */
  organization?: Input<string>;
  /** A part of the organization. */
  organizationalUnit?: Input<string>;
  /** A country code of two capital letters, such as `NZ`. */
  country?: Input<string>;
  /** A state or province. */
  province?: Input<string>;
  /** A locality, such as a city. */
  locality?: Input<string>;
}

/** The key and the names in a certificate or a request. */
export interface CertificateNames {
  /** The key as PKCS #8 in PEM, such as that of a `PrivateKey`. @secret */
  privateKeyPem: Input<string>;
  /** The subject of the certificate. */
  subject?: Input<Subject>;
  /** The DNS names of the servers; `*.example.com` matches every name in a domain. */
  dnsNames?: Input<Input<string>[]>;
  /** The IP addresses of the servers. */
  ipAddresses?: Input<Input<string>[]>;
  /** Other names that are URIs, such as `spiffe://example.com/web`. */
  uris?: Input<Input<string>[]>;
}

/** The validity and the uses of a certificate. */
export interface CertificateTerms {
  /** The validity of the certificate in hours from its creation. */
  validityPeriodHours: Input<number>;
  /**
   * The number of hours before expiry at which a run replaces the certificate. The default is 0.
   */
  earlyRenewalHours?: Input<number>;
  /**
   * The allowed uses of the key. The default is `digitalSignature` and `serverAuth` for a server,
   * or with `isCaCertificate` `digitalSignature`, `keyCertSign` and `cRLSign` for an authority.
   */
  allowedUses?: Input<Input<KeyUse>[]>;
  /** Whether the key can sign other certificates. The default is false. */
  isCaCertificate?: Input<boolean>;
}

/** The inputs of a `SelfSignedCert`. */
export interface SelfSignedCertArgs extends CertificateNames, CertificateTerms {}

/** A self-signed certificate. Any change replaces it, and so does its expiry. */
export class SelfSignedCert extends StdResource {
  /** The certificate in PEM. */
  declare readonly certPem: Property<string>;
  /** The start of validity in UTC, such as `2026-12-31T12:00:00Z`. */
  declare readonly validityStartTime: Property<string>;
  /** The end of validity in UTC. */
  declare readonly validityEndTime: Property<string>;
  /** Whether the next run replaces it, as of the last refresh or deployment. */
  declare readonly readyForRenewal: Property<boolean>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: SelfSignedCertArgs, options?: CustomResourceOptions) {
    super("std:tls:SelfSignedCert", name, args, options);
  }
}

markSdkClass(SelfSignedCert, "std:tls:SelfSignedCert");

/** The inputs of a `CertificateRequest`. */
export interface CertificateRequestArgs extends CertificateNames {
  /** Any values: the request changes only when one of them does. */
  keepers?: Input<Record<string, any>>;
}

/** A certificate signing request. Any change replaces it. */
export class CertificateRequest extends StdResource {
  /** The request as PKCS #10 in PEM. */
  declare readonly certRequestPem: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: CertificateRequestArgs, options?: CustomResourceOptions) {
    super("std:tls:CertificateRequest", name, args, options);
  }
}

markSdkClass(CertificateRequest, "std:tls:CertificateRequest");

/** The inputs of a `SignedCertificate`. */
export interface SignedCertificateArgs extends CertificateTerms {
  /**
   * The request in PEM, such as that of a `CertificateRequest`. It determines names and key, but
   * not the uses.
   */
  certRequestPem: Input<string>;
  /**
   * The private key of the authority as PKCS #8 in PEM, with any algorithm of a `PrivateKey`.
   * @secret
   */
  caPrivateKeyPem: Input<string>;
  /**
   * The certificate of the authority in PEM, such as that of a `SelfSignedCert` or a
   * `SignedCertificate` with `isCaCertificate`. Only the first of several certificates is used.
   */
  caCertPem: Input<string>;
}

/**
 * A certificate signed by an authority. Any change replaces it, and so does its expiry, which is
 * not after that of the authority. With `isCaCertificate` it is an authority itself.
 */
export class SignedCertificate extends StdResource {
  /**
   * The certificate in PEM, without the chain: servers append the certificates of intermediate
   * authorities.
   */
  declare readonly certPem: Property<string>;
  /** The start of validity in UTC, such as `2026-12-31T12:00:00Z`. */
  declare readonly validityStartTime: Property<string>;
  /** The end of validity in UTC. */
  declare readonly validityEndTime: Property<string>;
  /** Whether the next run replaces it, as of the last refresh or deployment. */
  declare readonly readyForRenewal: Property<boolean>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: SignedCertificateArgs, options?: CustomResourceOptions) {
    super("std:tls:SignedCertificate", name, args, options);
  }
}

markSdkClass(SignedCertificate, "std:tls:SignedCertificate");
