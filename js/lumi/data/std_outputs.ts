// The outputs of the package `std`, by type. Reading another output of such a resource is a mistake
// that a plan reports. `declare` fields of the classes define the same outputs for the compiler; a
// test compares both.

import { nearestName } from "./nearest_name.ts";

const http: readonly string[] = ["response", "values"];

const outputs = new Map<string, readonly string[]>([
  ["std:exec:Command", ["stdout", "stderr"]],
  ["std:fs:Directory", ["path", "files", "sha256", "count"]],
  ["std:fs:File", ["path", "content", "mode", "sha256", "size"]],
  ["std:random:Id", ["base64", "base64url", "dec", "hex"]],
  ["std:random:Integer", ["result"]],
  ["std:random:Password", ["result"]],
  ["std:random:Pet", ["result"]],
  ["std:random:Shuffle", ["result"]],
  ["std:random:Uuid", ["result"]],
  [
    "std:time:Rotating",
    ["rfc3339", "rotationRfc3339", "unix", "year", "month", "day", "hour", "minute", "second"],
  ],
  [
    "std:tls:PrivateKey",
    ["privateKeyPem", "publicKeyPem", "publicKeyOpenssh", "publicKeyFingerprintSha256"],
  ],
  ["std:tls:CertificateRequest", ["certRequestPem"]],
  ["std:tls:SelfSignedCert", ["certPem", "validityStartTime", "validityEndTime", "readyForRenewal"]],
  ["std:tls:SignedCertificate", ["certPem", "validityStartTime", "validityEndTime", "readyForRenewal"]],
]);

/**
 * The error for an output that a type does not have; undefined if it may exist, or the type belongs
 * to another package.
 */
export function outputProblem(type: string, name: string): string | undefined {
  if (!type.startsWith("std:")) return undefined;
  const known = type.startsWith("std:http:") ? http : outputs.get(type);
  if (known === undefined || known.includes(name)) return undefined;
  const nearest = nearestName(name, known);
  const advice = nearest === undefined ? `it has ${["id", ...known].join(", ")}` : `did you mean "${nearest}"?`;
  return `has no output "${name}"; ${advice}`;
}
