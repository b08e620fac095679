// Writes of a socket: data is sent immediately as far as the other end accepts it, and the rest later.

import { Buffer } from "./buffer.ts";
import { type Handle, settled } from "./net_handle.ts";

interface Chunk {
  chunk: string | Uint8Array;
  encoding: string;
}

/** Small chunks are written together up to this size. */
const TOGETHER = 65536;

const bytesOf = ({ chunk, encoding }: Chunk): Uint8Array =>
  typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;

/** The pieces to write, in order. */
function pieces(chunks: readonly Chunk[]): Uint8Array[] {
  if (chunks.length === 1) return [bytesOf(chunks[0]!)];
  const all: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  let size = 0;
  const flush = () => {
    if (small.length > 0) all.push(small.length === 1 ? small[0]! : Buffer.concat(small));
    small = [];
    size = 0;
  };
  for (const chunk of chunks) {
    const bytes = bytesOf(chunk);
    if (size + bytes.length > TOGETHER) flush();
    small.push(bytes);
    size += bytes.length;
  }
  flush();
  return all;
}

/** Writes chunks; `done` gets 0 or a failure. What is written at once is done before this returns. */
export function written(
  handle: Handle,
  chunks: readonly Chunk[],
  count: (bytes: number) => void,
  done: (status: number) => void,
): void {
  const all = pieces(chunks);
  let index = 0;
  const next = (): void => {
    for (; index < all.length; index++) {
      const piece = all[index]!;
      count(piece.length);
      const taken = handle.write(piece);
      if (taken < 0) return done(taken);
      if (taken === piece.length) continue;
      index++;
      const rest = taken === 0 ? piece : piece.subarray(taken);
      return settled(handle.writeAll(rest), (status) => (status < 0 ? done(status) : next()), () => done(-5));
    }
    done(0);
  };
  next();
}
