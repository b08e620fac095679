// Memory that sockets read into. All share one block, because a read finishes at once.

import { Buffer } from "../buffer/buffer.ts";
import { BufferBytes } from "../buffer/bytes.ts";

const SIZE = 65536;
/** A chunk of at most so many bytes is copied, so that it does not keep a block. */
const SMALL = 1024;
/** Copies of small chunks share blocks of this size, as small Buffers do in Node. */
const SHARED = 8192;

let block = Buffer.allocUnsafeSlow(0) as Buffer;
let offset = 0;
let shared = block;
let used = 0;

/** Room for one read. */
export function readBuffer(): Uint8Array {
  // The length of memory that a program has transferred to somewhere else is 0.
  if (block.length - offset < SIZE / 2) {
    block = Buffer.allocUnsafeSlow(SIZE) as Buffer;
    offset = 0;
  }
  return offset === 0 ? block : new BufferBytes(block.buffer, offset, SIZE - offset);
}

/** The chunk of `count` bytes that were read into the room. */
export function takeChunk(count: number): Uint8Array {
  const chunk = new BufferBytes(block.buffer, offset, count);
  if (count > SMALL) {
    offset += count;
    return chunk;
  }
  if (shared.length - used < count) {
    shared = Buffer.allocUnsafeSlow(SHARED) as Buffer;
    used = 0;
  }
  const copy = new BufferBytes(shared.buffer, used, count);
  copy.set(chunk);
  used += count;
  return copy;
}

/** The buffer of a program that reads into memory of its own. */
export const programBuffer = (buffer: Uint8Array | (() => Uint8Array)): Uint8Array =>
  typeof buffer === "function" ? buffer() : buffer;
