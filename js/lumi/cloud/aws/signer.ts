// Signature Version 4 of AWS. This code is a part of bundles.

import { hexadecimal, textHash } from "../hexadecimal.ts";

/** The credentials of a function, as Lambda has them in the environment. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** By names in lower case; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The place that a signature is good for. */
export interface Scope {
  /** The name of the service in signatures, such as `sqs`. */
  readonly service: string;
  readonly region: string;
}

/** The headers of a request with those that sign it. */
export async function signedHeaders(
  request: UnsignedRequest,
  { service, region }: Scope,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Promise<Record<string, string>> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const date = time.slice(0, 8);
  const { method, url, body } = request;
  const hash = hexadecimal(await crypto.subtle.digest("SHA-256", body as BufferSource));
  const headers: Record<string, string> = { ...request.headers, "x-amz-date": time };
  if (service === "s3") headers["x-amz-content-sha256"] = hash;
  if (sessionToken !== undefined) headers["x-amz-security-token"] = sessionToken;
  const all: Record<string, string> = { ...headers, host: url.host };
  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]!.trim().replace(/ +/g, " ")}\n`);
  const signed = names.join(";");
  const path = service === "s3" ? url.pathname : url.pathname.split("/").map(encoded).join("/");
  const canonical = [method, path, canonicalQuery(url), lines.join(""), signed, hash].join("\n");
  const scope = [date, region, service, "aws4_request"];
  const signature = await signatureOf(canonical, time, scope, secretAccessKey);
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${
    scope.join("/")
  }, SignedHeaders=${signed}, Signature=${signature}`;
  return { ...headers, authorization };
}

/** A URL by which its holders send one request to S3, with any body, for so many seconds. */
export async function presignedUrl(
  method: string,
  url: URL,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  seconds: number,
  now: Date,
): Promise<string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const signed = new URL(url);
  const query: Record<string, string> = {
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": [accessKeyId, ...scope].join("/"),
    "X-Amz-Date": time,
    "X-Amz-Expires": String(seconds),
    "X-Amz-SignedHeaders": "host",
  };
  if (sessionToken !== undefined) query["X-Amz-Security-Token"] = sessionToken;
  for (const [name, value] of Object.entries(query)) signed.searchParams.append(name, value);
  const text = canonicalQuery(signed);
  const canonical = [method, url.pathname, text, `host:${url.host}\n`, "host", "UNSIGNED-PAYLOAD"].join("\n");
  const signature = await signatureOf(canonical, time, scope, secretAccessKey);
  return `${url.origin}${url.pathname}?${text}&X-Amz-Signature=${signature}`;
}

/** The signature of a request in its canonical form, in hexadecimal digits. */
async function signatureOf(canonical: string, time: string, scope: readonly string[], secret: string): Promise<string> {
  const hash = await textHash(canonical);
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), hash].join("\n");
  let key: BufferSource = utf8(`AWS4${secret}`);
  for (const part of [...scope, text]) key = await hmac(key, part);
  return hexadecimal(key as ArrayBuffer);
}

/** A text as a part of a URL, in the form that signatures have: only letters, digits and `-._~` stay. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => [encoded(name), encoded(value)] as const);
  // By bytes; the encoded texts are ASCII.
  const order = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;
  pairs.sort((left, right) => order(left[0], right[0]) || order(left[1], right[1]));
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

async function hmac(key: BufferSource, text: string): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, utf8(text));
}

const utf8 = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
