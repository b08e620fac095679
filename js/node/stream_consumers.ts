// node:stream/consumers: whole contents of streams.

import { Buffer } from "./buffer.ts";

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

/** All bytes of a stream; texts among its chunks are encoded as UTF-8. */
export async function buffer(stream: Chunks): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(bytesOf(chunk));
  return Buffer.concat(chunks);
}

function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return Buffer.from(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(chunk as ArrayBuffer);
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
  for await (const chunk of stream) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
  }
  return text + decoder.decode();
}

export async function json(stream: Chunks): Promise<unknown> {
  return JSON.parse(await text(stream));
}

export default { arrayBuffer, blob, buffer, json, text };
