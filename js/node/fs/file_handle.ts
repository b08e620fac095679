// The files of fs.promises.open.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { EventEmitter } from "../events/events.ts";
import { coded } from "../node_errors.ts";
import type { Data, Encoding, Mode, Time } from "./arguments.ts";
import type { Position, ReadSettings } from "./descriptors.ts";
import * as forms from "./forms.ts";
import type { ReadOptions, WriteOptions } from "./paths.ts";
import { named } from "./request.ts";
import {
  readingOf,
  type ReadStream,
  type ReadStreamOptions,
  type WriteStream,
  type WriteStreamOptions,
  writingOf,
} from "./streams.ts";
import type { BigIntStats, StatOptions, Stats } from "./stats.ts";

const token = Symbol("made by open");

type ReadResult = Promise<{ bytesRead: number; buffer: ArrayBufferView }>;
type WriteResult = Promise<{ bytesWritten: number; buffer: ArrayBufferView | string }>;

export class FileHandle extends EventEmitter {
  #fd: number;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(made: symbol, fd: number) {
    super();
    if (made !== token) throw coded(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
    this.#fd = fd;
  }

  /** The number of the open file; -1 once it is closed. */
  get fd(): number {
    return this.#fd;
  }

  #open(syscall: string): number {
    if (this.#fd >= 0) return this.#fd;
    throw Object.assign(coded(Error, "EBADF", "file closed"), { syscall });
  }

  async appendFile(data: Data, options?: Encoding | WriteOptions): Promise<void> {
    await forms.appendFile.promise(this.#open("write"), data, options);
  }

  async chmod(mode: Mode): Promise<void> {
    await forms.fchmod.promise(this.#open("fchmod"), mode);
  }

  async chown(uid: number, gid: number): Promise<void> {
    await forms.fchown.promise(this.#open("fchown"), uid, gid);
  }

  close(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    if (this.#fd < 0) return (async () => {})();
    const fd = this.#fd;
    this.#fd = -1;
    this.#closing = (async () => {
      await forms.close.promise(fd);
      this.#closing = undefined;
      this.emit("close");
    })();
    return this.#closing;
  }

  createReadStream(options?: ReadStreamOptions): ReadStream {
    return readingOf(this, options);
  }

  createWriteStream(options?: WriteStreamOptions): WriteStream {
    return writingOf(this, options);
  }

  async datasync(): Promise<void> {
    await forms.fdatasync.promise(this.#open("fdatasync"));
  }

  async read(
    buffer?: ArrayBufferView | ReadSettings | null,
    offset?: number | null | ReadSettings,
    length?: number | null,
    position?: Position,
  ): ReadResult {
    return await forms.read.promise(this.#open("read"), buffer, offset, length, position);
  }

  readFile(options?: (ReadOptions & { encoding?: null }) | null): Promise<Buffer>;
  readFile(options: string | (ReadOptions & { encoding: string })): Promise<string>;
  async readFile(options?: Encoding | ReadOptions): Promise<string | Buffer> {
    return await forms.readFile.promise(this.#open("read"), options);
  }

  /** The lines of the rest of the file. */
  readLines(options?: ReadStreamOptions): AsyncIterable<string> {
    const { createInterface } = core.createLazyLoader(
      "lumi:/node/readline/readline.ts",
    )() as typeof import("../readline/readline.ts");
    return createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }

  /** The rest of the file as a stream of the web. The file stays open. */
  readableWebStream(): ReadableStream<Uint8Array> {
    const read = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const chunk = Buffer.allocUnsafeSlow(64 * 1024);
      const { bytesRead } = await this.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) controller.close();
      else controller.enqueue(new Uint8Array(chunk.buffer, 0, bytesRead));
    };
    this.#open("read");
    return new ReadableStream<Uint8Array>({ pull: read }, { highWaterMark: 0 });
  }

  async readv(buffers: readonly ArrayBufferView[], position?: Position) {
    return await forms.readv.promise(this.#open("read"), buffers, position);
  }

  async stat(options?: StatOptions): Promise<Stats & BigIntStats> {
    return await forms.fstat.promise(this.#open("fstat"), options) as Stats & BigIntStats;
  }

  async sync(): Promise<void> {
    await forms.fsync.promise(this.#open("fsync"));
  }

  async truncate(length?: number): Promise<void> {
    await forms.ftruncate.promise(this.#open("ftruncate"), length);
  }

  async utimes(atime: Time, mtime: Time): Promise<void> {
    await forms.futimes.promise(this.#open("futime"), atime, mtime);
  }

  async write(
    data: ArrayBufferView | string,
    offset?: number | null | ReadSettings,
    length?: number | string | null,
    position?: Position,
  ): WriteResult {
    return await forms.write.promise(this.#open("write"), data, offset, length, position);
  }

  async writeFile(data: Data, options?: Encoding | WriteOptions): Promise<void> {
    await forms.writeFile.promise(this.#open("write"), data, options);
  }

  async writev(buffers: readonly ArrayBufferView[], position?: Position) {
    return await forms.writev.promise(this.#open("write"), buffers, position);
  }
}

// The library of TypeScript may lack the symbol.
const asyncDispose = (Symbol as { asyncDispose?: symbol }).asyncDispose;
if (asyncDispose !== undefined) {
  Object.defineProperty(FileHandle.prototype, asyncDispose, {
    value: named("[Symbol.asyncDispose]", function (this: FileHandle) {
      return this.close();
    }),
    writable: true,
    configurable: true,
  });
}

export async function openHandle(...args: Parameters<typeof forms.open.promise>): Promise<FileHandle> {
  return new FileHandle(token, await forms.open.promise(...args));
}
