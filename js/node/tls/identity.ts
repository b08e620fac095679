// Certificates as objects, and whether one is that of a host.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { bytesOfV4, bytesOfV6, isIP } from "../net/ip.ts";
import { coded } from "../node_errors.ts";

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

function nameOf(pairs: [string, string][]): Name {
  const name: Name = Object.create(null);
  for (const [key, value] of pairs) {
    const before = name[key];
    name[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return name;
}

/** A certificate from DER. */
export function certificateOf(der: Uint8Array): PeerCertificate | undefined {
  const facts = core.ops.op_lumi_tls_certificate(der);
  if (facts === null) return undefined;
  return {
    subject: nameOf(facts.subject),
    issuer: nameOf(facts.issuer),
    ...(facts.subjectaltname === null ? {} : { subjectaltname: facts.subjectaltname }),
    ca: facts.ca,
    valid_from: facts.validFrom,
    valid_to: facts.validTo,
    fingerprint: facts.fingerprint,
    fingerprint256: facts.fingerprint256,
    serialNumber: facts.serialNumber,
    raw: Buffer.from(der),
  };
}

function splitNames(text: string): string[] {
  const names: string[] = [];
  let current = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!;
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted && letter === "\\") current += text[index++]!;
    if (!isQuoted && text.startsWith(", ", index)) {
      names.push(current);
      current = "";
      index++;
    } else current += text[index]!;
  }
  return [...names, current];
}

const withoutDot = (host: string): string => (host.endsWith(".") ? host.slice(0, -1) : host);

/** Whether a name is that of a host, by the rules of Node; those of OpenSSL, in crypto/x509.ts, differ from them. */
function matches(host: string, pattern: string): boolean {
  const [wanted, given] = [withoutDot(host).toLowerCase(), withoutDot(pattern).toLowerCase()];
  if (wanted === given) return true;
  const [rest, parent] = [given.split("."), wanted.split(".")];
  const [first, label] = [rest.shift()!, parent.shift()!];
  if (!first.includes("*") || rest.length < 2 || first.startsWith("xn--")) return false;
  if (rest.join(".") !== parent.join(".")) return false;
  const parts = first.split("*");
  if (parts.length > 2) return false;
  const [before, after] = [parts[0]!, parts[1]!];
  if (label.length < before.length + after.length + 1) return false;
  return label.startsWith(before) && label.endsWith(after);
}

const sameIp = (one: string, other: string): boolean => {
  const bytes = (text: string) => String(bytesOfV4(text) ?? bytesOfV6(text));
  return isIP(one) !== 0 && bytes(one) === bytes(other);
};

const altname = (host: string, reason: string, cert: unknown): Error =>
  Object.assign(
    coded(
      Error,
      "ERR_TLS_CERT_ALTNAME_INVALID",
      `Hostname/IP does not match certificate's altnames: ${reason}`,
    ),
    { reason, host, cert },
  );

/** The error if a certificate is not that of a host. */
export function checkServerIdentity(hostname: string, cert: Partial<PeerCertificate>): Error | undefined {
  const host = String(hostname);
  const listed = cert.subjectaltname ? splitNames(cert.subjectaltname) : [];
  const withPrefix = (prefix: string) =>
    listed.filter((it) => it.startsWith(prefix)).map((it) => unquoted(it.slice(prefix.length)));
  const [names, ips] = [withPrefix("DNS:"), withPrefix("IP Address:")];
  if (isIP(withoutDot(host)) !== 0) {
    if (ips.some((it) => sameIp(it, withoutDot(host)))) return undefined;
    return altname(host, `IP: ${withoutDot(host)} is not in the cert's list: ${ips.join(", ")}`, cert);
  }
  if (names.length > 0) {
    if (names.some((it) => matches(host, it))) return undefined;
    return altname(host, `Host: ${withoutDot(host)}. is not in the cert's altnames: ${cert.subjectaltname}`, cert);
  }
  const common = cert.subject?.CN;
  if (common === undefined) return altname(host, "Cert does not contain a DNS name", cert);
  const all = Array.isArray(common) ? common : [common];
  if (all.some((it) => matches(host, it))) return undefined;
  return altname(host, `Host: ${withoutDot(host)}. is not cert's CN: ${all.join(",")}`, cert);
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return "";
  }
}
