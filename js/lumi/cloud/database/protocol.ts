// Messages of Postgres' protocol, version 3.0. This code is a part of bundles.

/** A message of the server. */
export interface ServerMessage {
  /** The letter of its kind. */
  readonly kind: string;
  readonly body: Uint8Array;
}

/** The largest message that a server may send: 1 GiB, as values have at most. */
const MAX_LENGTH = 1 << 30;

/** A message of the client; `parts` are texts that end with a zero byte, numbers with their size in bytes, or bytes. */
export type Part = string | readonly [value: number, size: 2 | 4] | Uint8Array;

/** The bytes of a message; the first ones of a connection have no kind. */
export function message(kind: string, parts: readonly Part[]): Uint8Array {
  const bytes = parts.map(bytesOf);
  const length = bytes.reduce((sum, it) => sum + it.length, 4);
  const start = kind === "" ? 0 : 1;
  const whole = new Uint8Array(start + length);
  if (start === 1) whole[0] = kind.charCodeAt(0);
  new DataView(whole.buffer).setUint32(start, length);
  let at = start + 4;
  for (const it of bytes) {
    whole.set(it, at);
    at += it.length;
  }
  return whole;
}

function bytesOf(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  if (typeof part === "string") return new TextEncoder().encode(`${part}\0`);
  const [value, size] = part;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 2) view.setInt16(0, value);
  else view.setInt32(0, value);
  return bytes;
}

/** Finds whole messages in what a server sends. */
export function messageReader(): (bytes: Uint8Array) => ServerMessage[] {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let needed = 5;
  const joined = () => {
    if (chunks.length === 1) return chunks[0]!;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const it of chunks) {
      whole.set(it, at);
      at += it.length;
    }
    return whole;
  };
  return (bytes) => {
    chunks.push(bytes);
    size += bytes.length;
    if (size < needed) return [];
    const all = joined();
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const messages: ServerMessage[] = [];
    let at = 0;
    needed = 5;
    while (all.length - at >= 5) {
      const length = view.getUint32(at + 1);
      if (length < 4 || length > MAX_LENGTH) throw new Error("the answer is not that of a server of Postgres");
      if (all.length - at < length + 1) {
        needed = length + 1;
        break;
      }
      messages.push({ kind: String.fromCharCode(all[at]!), body: all.subarray(at + 5, at + 1 + length) });
      at += length + 1;
    }
    const rest = all.slice(at);
    chunks = rest.length === 0 ? [] : [rest];
    size = rest.length;
    return messages;
  };
}

/** Reads the parts of a message. */
export interface PartReader {
  int16(): number;
  int32(): number;
  /** A text that ends with a zero byte. */
  text(): string;
  bytes(length: number): Uint8Array;
  readonly isAtEnd: boolean;
}

export function partReader(body: Uint8Array): PartReader {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const step = (length: number) => {
    const start = at;
    if (length < 0 || start + length > body.length) throw new Error("a message of the server of Postgres is cut off");
    at += length;
    return start;
  };
  return {
    int16: () => view.getInt16(step(2)),
    int32: () => view.getInt32(step(4)),
    text() {
      const end = body.indexOf(0, at);
      if (end < 0) throw new Error("a message of the server of Postgres is cut off");
      const start = step(end - at + 1);
      return new TextDecoder().decode(body.subarray(start, end));
    },
    bytes(length) {
      const start = step(length);
      return body.subarray(start, start + length);
    },
    get isAtEnd() {
      return at >= body.length;
    },
  };
}
