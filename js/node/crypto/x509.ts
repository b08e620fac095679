// Certificates as objects.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { bytesOfV4, bytesOfV6, isIP } from "../net/ip.ts";
import { invalidArgType, invalidArgValue } from "../node_errors.ts";
import type { CertificateFacts } from "../tls/types.ts";
import { inspect } from "../util/util.ts";
import { checkFlag, checkObject, checkText, viewOf } from "./checks.ts";
import { curveOf } from "./curves.ts";
import { pem } from "./key_export.ts";
import { keyDataOf, KeyObject, keyObject, publicOf } from "./key_object.ts";
import { decompose, numberOf } from "./key_requests.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The host's answer: src/node/crypto_requests/x509_request.rs. */
interface Facts {
  raw: Bytes;
  key: Bytes | null;
  facts: CertificateFacts;
  fingerprint512: string;
  keyUsage: string[] | null;
  infoAccess: [string, string][];
  hosts: string[];
  mails: string[];
  addresses: Bytes[];
}

export interface CheckOptions {
  subject?: "default" | "always" | "never";
  wildcards?: boolean;
  partialWildcards?: boolean;
  multiLabelWildcards?: boolean;
  singleLabelSubdomains?: boolean;
}

const ask = (x509: object): unknown => core.ops.op_lumi_crypto({ x509 });

/** A value of a name as OpenSSL escapes it. */
const escaped = (value: string) => value.replace(/[,+"\\<>;]|^[# ]| $/g, (it) => `\\${it}`);

const lines = (pairs: [string, string][]): string | undefined =>
  pairs.length === 0 ? undefined : pairs.map(([name, value]) => `${name}=${escaped(value)}`).join("\n");

/** Values by their names; several of one name are a list. */
function grouped(pairs: [string, string][]): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = all[name];
    all[name] = before === undefined ? value : [before, value].flat();
  }
  return all;
}

function checkedOptions(options: unknown): Required<CheckOptions> {
  if (options !== undefined) checkObject("options", options);
  const given = (options ?? {}) as CheckOptions;
  const { subject = "default", wildcards = true, partialWildcards = true } = given;
  const { multiLabelWildcards = false, singleLabelSubdomains = false } = given;
  checkText("options.subject", subject);
  if (!["default", "always", "never"].includes(subject)) {
    throw invalidArgValue("options.subject", inspect(subject), "must be one of: 'default', 'always', 'never'");
  }
  const flags = { wildcards, partialWildcards, multiLabelWildcards, singleLabelSubdomains };
  for (const [name, flag] of Object.entries(flags)) checkFlag(`options.${name}`, flag);
  return { subject, ...flags };
}

/** Whether a name is that of a host, by the rules of OpenSSL; those of node:tls in tls_identity.ts differ from them. */
function isNameOf(name: string, host: string, options: Required<CheckOptions>): boolean {
  const [wanted, given] = [name.toLowerCase(), host.toLowerCase()];
  if (wanted === given) return true;
  if (given.startsWith(".")) return wanted.length > given.length && wanted.endsWith(given);
  const labels = wanted.split(".");
  const [first, rest] = [labels[0]!, labels.slice(1)];
  if (!options.wildcards || !first.includes("*") || rest.length < 2) return false;
  if (first !== "*" && (!options.partialWildcards || first.startsWith("xn--"))) return false;
  const suffix = `.${rest.join(".")}`;
  if (!given.endsWith(suffix)) return false;
  const label = given.slice(0, -suffix.length);
  const parts = first.split("*");
  const [before, after] = [parts[0]!, parts[1]!];
  const isOne = options.multiLabelWildcards && first === "*" || !label.includes(".");
  const isLong = label.length >= before.length + after.length + (first === "*" ? 1 : 0);
  return parts.length === 2 && isOne && isLong && label.startsWith(before) && label.endsWith(after);
}

const withoutZero = (name: string, value: unknown): string => {
  checkText(name, value);
  if (value.includes("\0")) throw invalidArgValue(name, inspect(value));
  return value;
};

export class X509Certificate {
  readonly #facts: Facts;

  constructor(data: string | ArrayBufferView | ArrayBuffer) {
    const bytes = typeof data === "string" ? Buffer.from(data) : viewOf(data);
    if (bytes === undefined) {
      throw invalidArgType("buffer", "of type string or an instance of Buffer, TypedArray, or DataView", data);
    }
    this.#facts = ask({ parse: { data: bytes } }) as Facts;
  }

  get subject(): string | undefined {
    return lines(this.#facts.facts.subject);
  }

  get subjectAltName(): string | undefined {
    return this.#facts.facts.subjectaltname ?? undefined;
  }

  get issuer(): string | undefined {
    return lines(this.#facts.facts.issuer);
  }

  get issuerCertificate(): undefined {
    return undefined;
  }

  get infoAccess(): string | undefined {
    const { infoAccess } = this.#facts;
    return infoAccess.length === 0 ? undefined : infoAccess.map(([kind, place]) => `${kind} - ${place}`).join("\n");
  }

  get validFrom(): string {
    return this.#facts.facts.validFrom;
  }

  get validTo(): string {
    return this.#facts.facts.validTo;
  }

  get fingerprint(): string {
    return this.#facts.facts.fingerprint;
  }

  get fingerprint256(): string {
    return this.#facts.facts.fingerprint256;
  }

  get fingerprint512(): string {
    return this.#facts.fingerprint512;
  }

  get keyUsage(): string[] | undefined {
    return this.#facts.keyUsage ?? undefined;
  }

  get serialNumber(): string {
    return this.#facts.facts.serialNumber;
  }

  get ca(): boolean {
    return this.#facts.facts.ca;
  }

  get raw(): Buffer {
    return Buffer.from(this.#facts.raw);
  }

  get publicKey(): KeyObject {
    const { key } = this.#facts;
    if (key === null) throw new Error("the certificate has a public key of a kind that lumi does not know");
    return keyObject({ type: "public", bytes: key });
  }

  toString(): string {
    return pem("CERTIFICATE", this.#facts.raw);
  }

  toJSON(): string {
    return this.toString();
  }

  checkHost(name: string, options?: CheckOptions): string | undefined {
    const host = withoutZero("name", name);
    const rules = checkedOptions(options);
    const { hosts, facts } = this.#facts;
    const found = hosts.find((it) => isNameOf(it, host, rules));
    if (found !== undefined || !usesSubject(rules, hosts)) return found;
    return facts.subject.find(([key, value]) => key === "CN" && isNameOf(value, host, rules))?.[1];
  }

  checkEmail(email: string, options?: CheckOptions): string | undefined {
    const wanted = withoutZero("email", email);
    const rules = checkedOptions(options);
    const { mails, facts } = this.#facts;
    const found = mails.find((it) => isMail(it, wanted));
    if (found !== undefined || !usesSubject(rules, mails)) return found;
    return facts.subject.find(([key, value]) => key === "emailAddress" && isMail(value, wanted))?.[1];
  }

  checkIP(ip: string, options?: CheckOptions): string | undefined {
    const wanted = withoutZero("ip", ip);
    checkedOptions(options);
    const version = isIP(wanted);
    if (version === 0) throw invalidArgValue("ip", inspect(ip));
    const bytes = Buffer.from(version === 4 ? bytesOfV4(wanted)! : bytesOfV6(wanted)!);
    return this.#facts.addresses.some((it) => bytes.equals(it)) ? wanted : undefined;
  }

  checkIssued(other: X509Certificate): boolean {
    if (!(other instanceof X509Certificate)) throw invalidArgType("otherCert", "an instance of X509Certificate", other);
    return ask({ isIssued: { certificate: this.#facts.raw, issuer: other.raw } }) as boolean;
  }

  checkPrivateKey(key: KeyObject): boolean {
    if (!(key instanceof KeyObject)) throw invalidArgType("pkey", "an instance of KeyObject", key);
    const data = keyDataOf(key)!;
    if (data.type !== "private") throw invalidArgValue("pkey", inspect(key));
    const own = this.#facts.key;
    return own !== null && Buffer.compare(publicOf(data).bytes, own) === 0;
  }

  verify(key: KeyObject): boolean {
    if (!(key instanceof KeyObject)) throw invalidArgType("pkey", "an instance of KeyObject", key);
    const data = keyDataOf(key)!;
    if (data.type !== "public") throw invalidArgValue("pkey", inspect(key));
    return ask({ isSigned: { certificate: this.#facts.raw, key: data.bytes } }) as boolean;
  }

  /** Node's older form of a certificate. That of `getPeerCertificate` has fewer members. */
  toLegacyObject(): object {
    const { facts, infoAccess, key, raw, keyUsage, fingerprint512 } = this.#facts;
    const access = infoAccess.map(([kind, place]): [string, string] => {
      const colon = place.indexOf(":");
      return [`${kind} - ${place.slice(0, colon)}`, place.slice(colon + 1)];
    });
    const listed = Object.entries(grouped(access)).map(([name, value]) => [name, [value].flat()]);
    const infos = Object.assign(Object.create(null), Object.fromEntries(listed));
    return {
      subject: grouped(facts.subject),
      issuer: grouped(facts.issuer),
      ...(facts.subjectaltname === null ? {} : { subjectaltname: facts.subjectaltname }),
      ...(access.length === 0 ? {} : { infoAccess: infos }),
      ca: facts.ca,
      ...(key === null ? {} : legacyKey(key)),
      valid_from: facts.validFrom,
      valid_to: facts.validTo,
      fingerprint: facts.fingerprint,
      fingerprint256: facts.fingerprint256,
      fingerprint512,
      ...(keyUsage === null ? {} : { ext_key_usage: keyUsage }),
      serialNumber: facts.serialNumber,
      raw: Buffer.from(raw),
    };
  }
}

/** The text that consoles print. */
function shown(this: X509Certificate, depth: number, options: object): string {
  if (depth < 0) return "X509Certificate {}";
  const { subject, subjectAltName, issuer, infoAccess, validFrom, validTo } = this;
  const { fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber } = this;
  const names = { subject, subjectAltName, issuer, infoAccess, validFrom, validTo };
  const rest = { fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber };
  return `X509Certificate ${inspect({ ...names, ...rest }, options)}`;
}

Object.defineProperty(X509Certificate.prototype, inspect.custom, { value: shown, configurable: true });

/** Whether the subject counts: as a rule where the certificate lists no names of the kind. */
const usesSubject = ({ subject }: Required<CheckOptions>, names: string[]) =>
  subject === "always" || subject === "default" && names.length === 0;

/** Capital letters do not count behind the sign. */
function isMail(one: string, other: string): boolean {
  const normal = (mail: string) => {
    const at = mail.lastIndexOf("@");
    return mail.slice(0, at) + mail.slice(at).toLowerCase();
  };
  return normal(one) === normal(other);
}

function legacyKey(key: Bytes): object {
  const { kind, n, e, curve, x, y } = decompose({ type: "public", bytes: key });
  if (kind.startsWith("rsa")) {
    const [modulus, exponent] = [numberOf(n!), numberOf(e!)];
    return {
      modulus: modulus.toString(16).toUpperCase(),
      bits: modulus.toString(2).length,
      exponent: `0x${exponent.toString(16)}`,
      pubkey: Buffer.from(key),
    };
  }
  if (kind !== "ec") return {};
  const { bits, nist } = curveOf(curve);
  const pubkey = Buffer.concat([Buffer.from([4]), x!, y!]);
  return { bits, pubkey, asn1Curve: curve, ...(nist === undefined ? {} : { nistCurve: nist }) };
}
