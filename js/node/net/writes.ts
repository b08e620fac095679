// Writes of a socket: data is sent immediately as far as the other end accepts it, and the rest later.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { type Handle, settled } from "./handle.ts";

interface Chunk {
  chunk: string | Uint8Array;
  encoding: string;
}

/** Small chunks are written together up to this size. */
const TOGETHER = 65536;

/** The memory in which small chunks are put together, shared by all sockets: a write is done with it when it returns. */
let room: Uint8Array | undefined;
/** How many bytes of the room are filled. */
let filled = 0;

const bytesOf = ({ chunk, encoding }: Chunk): Uint8Array =>
  typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;

/** Adds a chunk to what is in the room; answers whether there was space for it. */
function add(given: Chunk, to: Uint8Array): boolean {
  const { chunk, encoding } = given;
  if (typeof chunk === "string") {
    const isUtf8 = encoding === "utf8" || encoding === "utf-8";
    if (isUtf8 || encoding === "latin1") {
      const size = core.ops.op_lumi_text_write(chunk, !isUtf8, to, filled);
      if (size < 0) return false;
      filled += size;
      return true;
    }
  }
  const bytes = bytesOf(given);
  if (bytes.length > TOGETHER - filled) return false;
  to.set(bytes, filled);
  filled += bytes.length;
  return true;
}

/** Puts chunks from `first` on together, as many as fit into the room; answers the index after them. */
function gather(chunks: readonly Chunk[], first: number): number {
  room ??= new Uint8Array(TOGETHER);
  filled = 0;
  let index = first;
  while (index < chunks.length && add(chunks[index]!, room)) index++;
  return index;
}

/** Writes chunks; `done` gets 0 or a failure. What is written at once is done before this returns. */
export function written(
  handle: Handle,
  chunks: readonly Chunk[],
  count: (bytes: number) => void,
  done: (status: number) => void,
): void {
  let index = 0;
  const next = (): void => {
    while (index < chunks.length) {
      const first = index;
      const isLastBytes = first === chunks.length - 1 && typeof chunks[first]!.chunk !== "string";
      if (!isLastBytes) index = gather(chunks, first);
      const isTogether = index > first;
      const piece = isTogether ? room!.subarray(0, filled) : bytesOf(chunks[index++]!);
      count(piece.length);
      const taken = handle.write(piece);
      if (taken < 0) return done(taken);
      if (taken === piece.length) continue;
      const rest = isTogether ? piece.slice(taken) : taken === 0 ? piece : piece.subarray(taken);
      return settled(handle.writeAll(rest), (status) => (status < 0 ? done(status) : next()), () => done(-5));
    }
    done(0);
  };
  next();
}
