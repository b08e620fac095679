// One compressed stream: bytes in, pieces of bytes out.

import { core, type ZlibHandle } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded } from "../node_errors.ts";
import { constants } from "./constants.ts";
import type { Format, Settings } from "./options.ts";

const { GUNZIP, UNZIP } = constants;

const lastFlush = {
  zlib: constants.Z_FINISH,
  brotli: constants.BROTLI_OPERATION_FINISH,
  zstd: constants.ZSTD_e_end,
} as const;

function opened({ codec, dictionary }: Settings): ZlibHandle {
  try {
    return core.ops.op_lumi_zlib_open(codec, dictionary);
  } catch {
    throw coded(Error, "ERR_ZLIB_INITIALIZATION_FAILED", "Setting parameter failed");
  }
}

/** The first byte of gzip, which no zlib stream begins with. */
const MAGIC = 0x1f;

/** Bytes of one call. */
export interface Progress {
  consumed: number;
  written: number;
}

export class ZlibCodec {
  /** Bytes of input that the format has consumed. */
  consumed = 0;
  readonly #format: Format;
  readonly #settings: Settings;
  readonly #facts = new Uint32Array(3);
  #handle: ZlibHandle;
  #isEnded = false;
  #isGzip: boolean;

  constructor(format: Format, settings: Settings) {
    this.#format = format;
    this.#settings = settings;
    this.#handle = opened(settings);
    this.#isGzip = format.kind === GUNZIP;
  }

  reset(): void {
    core.ops.op_lumi_zlib_reset(this.#handle);
    this.#isEnded = false;
    this.#isGzip = this.#format.kind === GUNZIP;
  }

  setLevel(level: number): void {
    core.ops.op_lumi_zlib_level(this.#handle, level);
  }

  /** Takes input and fills `room` with output. Input stays where the room is full or the stream has ended. */
  process(input: Uint8Array, room: Uint8Array, flush: number): Progress {
    if (this.#format.kind === UNZIP && this.consumed === 0 && input.length > 0) this.#isGzip = input[0] === MAGIC;
    const progress: Progress = { consumed: 0, written: 0 };
    let rest = input;
    while (progress.written < room.length && this.#canTake(rest)) {
      core.ops.op_lumi_zlib_write(this.#handle, rest, room.subarray(progress.written), flush, this.#facts);
      const [consumed, written, isEnd] = [this.#facts[0]!, this.#facts[1]!, this.#facts[2] === 1];
      progress.consumed += consumed;
      progress.written += written;
      this.consumed += consumed;
      this.#isEnded = isEnd;
      rest = rest.subarray(consumed);
      if (!isEnd && (rest.length === 0 || consumed === 0)) break;
    }
    const isShort = flush === this.#last && progress.written < room.length && !this.#isEnded;
    if (isShort && this.#format.isDecoder) throw unexpectedEnd();
    return progress;
  }

  /** Data after the end of a gzip file is another gzip file, unless it is zeros. */
  #canTake(rest: Uint8Array): boolean {
    if (!this.#isEnded) return true;
    if (!this.#isGzip || rest.length === 0 || rest[0] === 0) return false;
    core.ops.op_lumi_zlib_reset(this.#handle);
    this.#isEnded = false;
    return true;
  }

  /** The output for `input`, in pieces of at most the chunk size. */
  *pieces(input: Uint8Array, flush: number): Generator<Buffer> {
    const { chunkSize } = this.#settings;
    for (let rest = input;;) {
      const room = Buffer.allocUnsafe(chunkSize);
      const { consumed, written } = this.process(rest, room, flush);
      rest = rest.subarray(consumed);
      if (written > 0) yield room.subarray(0, written) as Buffer;
      if (written < chunkSize) return;
    }
  }

  get #last(): number {
    return lastFlush[this.#format.family];
  }
}

function unexpectedEnd(): Error {
  return Object.assign(coded(Error, "Z_BUF_ERROR", "unexpected end of file"), { errno: constants.Z_BUF_ERROR });
}
