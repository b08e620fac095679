// Memory that sockets read into. All share one block, because a read finishes at once.

import { Buffer } from "./buffer.ts";

const SIZE = 65536;
/** A chunk of at most so many bytes is copied, so that it does not keep a block. */
const SMALL = 1024;

let block = Buffer.allocUnsafeSlow(0) as Buffer;
let offset = 0;

/** Room for one read. */
export function readBuffer(): Uint8Array {
  if (block.length - offset < SIZE / 2) {
    block = Buffer.allocUnsafeSlow(SIZE) as Buffer;
    offset = 0;
  }
  return offset === 0 ? block : block.subarray(offset);
}

/** The chunk of `count` bytes that were read into the room. */
export function takeChunk(count: number): Uint8Array {
  const chunk = block.subarray(offset, offset + count);
  if (count <= SMALL) return Buffer.from(chunk);
  offset += count;
  return chunk;
}

/** The buffer of a program that reads into memory of its own. */
export const programBuffer = (buffer: Uint8Array | (() => Uint8Array)): Uint8Array =>
  typeof buffer === "function" ? buffer() : buffer;
