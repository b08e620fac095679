// Messages of NATS and their headers. This code is a part of bundles.

/** Headers by name. NATS allows several of one name; none of those that are read here comes twice. */
export type NatsHeaders = Readonly<Record<string, string>>;

/** A message as it comes from the server. */
export interface NatsMessage {
  readonly subject: string;
  /** The subject for an answer; empty for none. */
  readonly reply: string;
  /** The status of an answer of the server itself, such as 503; 0 for other messages. */
  readonly status: number;
  readonly headers: NatsHeaders;
  readonly payload: Uint8Array;
}

const START = "NATS/1.0";

/** The bytes of headers, with the empty line at their end. */
export function headerBytes(headers: NatsHeaders): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, " ")}\r\n`);
  return new TextEncoder().encode(`${START}\r\n${lines.join("")}\r\n`);
}

/** Reads headers; the first line may have a status. */
export function parsedHeaders(bytes: Uint8Array): { status: number; headers: Record<string, string> } {
  const [first = "", ...lines] = new TextDecoder().decode(bytes).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at > 0) headers[line.slice(0, at)] = line.slice(at + 1).trim();
  }
  const status = Number(first.slice(START.length).trim().slice(0, 3));
  return { status: Number.isInteger(status) ? status : 0, headers };
}
