// node:stream/consumers: whole contents of streams.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { isAnyArrayBuffer } from "../util/types.ts";

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

/** A stream of the web can have one reader. */
function unlocked(stream: Chunks): Chunks {
  if (!(stream instanceof ReadableStream) || !stream.locked) return stream;
  throw coded(TypeError, "ERR_INVALID_STATE", "Invalid state: ReadableStream is locked");
}

/** All bytes of a stream; texts among its chunks are encoded as UTF-8. */
export async function buffer(stream: Chunks): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of unlocked(stream)) chunks.push(bytesOf(chunk));
  return Buffer.concat(chunks);
}

function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return Buffer.from(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(isAnyArrayBuffer(chunk) ? chunk as ArrayBuffer : String(chunk));
}

function textOf(chunk: unknown, decoder: TextDecoder): string {
  if (typeof chunk === "string") return chunk;
  if (!ArrayBuffer.isView(chunk) && !isAnyArrayBuffer(chunk)) {
    throw invalidArgType("input", "an instance of ArrayBuffer or ArrayBufferView", chunk);
  }
  return decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
}

export async function arrayBuffer(stream: Chunks): Promise<ArrayBuffer> {
  const { buffer: memory, byteOffset, byteLength } = await buffer(stream);
  return memory.slice(byteOffset, byteOffset + byteLength);
}

export async function blob(stream: Chunks): Promise<Blob> {
  return new Blob([await buffer(stream)]);
}

export async function text(stream: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of unlocked(stream)) {
    text += textOf(chunk, decoder);
  }
  return text + decoder.decode();
}

export async function json(stream: Chunks): Promise<unknown> {
  return JSON.parse(await text(stream));
}

export default { arrayBuffer, blob, buffer, json, text };
