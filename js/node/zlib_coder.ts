// One compressed stream: bytes in, pieces of bytes out.

import { core, type ZlibHandle } from "../web/ops.ts";
import { Buffer } from "./buffer.ts";
import { coded } from "./node_errors.ts";
import { constants } from "./zlib_constants.ts";
import type { Format, Settings } from "./zlib_options.ts";

const { GUNZIP, UNZIP } = constants;

/** The first bytes of gzip. */
const MAGIC = [0x1f, 0x8b];

export class ZlibCoder {
  /** Bytes of input that the format has taken. */
  taken = 0;
  readonly #format: Format;
  readonly #settings: Settings;
  #handle: ZlibHandle;
  #isEnded = false;
  #isGzip: boolean;

  constructor(format: Format, settings: Settings) {
    this.#format = format;
    this.#settings = settings;
    this.#handle = core.ops.op_lumi_zlib_open(settings.coder, settings.dictionary);
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

  /** The output for `input`, in pieces of at most the chunk size. */
  *pieces(input: Uint8Array, flush: number): Generator<Buffer> {
    if (this.#format.kind === UNZIP && this.taken === 0 && input.length > 0) this.#isGzip = input[0] === MAGIC[0];
    const facts = new Uint32Array(3);
    const { chunkSize } = this.#settings;
    let rest = input;
    let room = Buffer.allocUnsafe(chunkSize);
    while (!this.#isEnded) {
      core.ops.op_lumi_zlib_write(this.#handle, rest, room, flush, facts);
      const [taken, written] = [facts[0]!, facts[1]!];
      this.taken += taken;
      rest = rest.subarray(taken);
      if (written > 0) {
        yield room.subarray(0, written) as Buffer;
        room = Buffer.allocUnsafe(chunkSize);
      }
      if (facts[2] === 1) this.#end(rest);
      else if (written < chunkSize && (rest.length === 0 || taken === 0)) break;
    }
    if (flush === this.#last && this.#format.isDecoder && !this.#isEnded) throw unexpectedEnd();
  }

  get #last(): number {
    return this.#format.isBrotli ? constants.BROTLI_OPERATION_FINISH : constants.Z_FINISH;
  }

  /** What follows the end of a gzip file is another one, unless it is zeros. */
  #end(rest: Uint8Array): void {
    this.#isEnded = !this.#isGzip || rest.length === 0 || rest[0] === 0;
    if (!this.#isEnded) core.ops.op_lumi_zlib_reset(this.#handle);
  }
}

function unexpectedEnd(): Error {
  return Object.assign(coded(Error, "Z_BUF_ERROR", "unexpected end of file"), { errno: constants.Z_BUF_ERROR });
}
