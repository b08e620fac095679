// Folders that are read entry by entry: opendir.

import { coded } from "../node_errors.ts";
import { type Encoding, integer, optionsOf, type PathLike, pathOf } from "./arguments.ts";
import { shownPath } from "./path_text.ts";
import { listing } from "./paths.ts";
import { checkCallback, report, type Steps } from "./request.ts";
import type { Dirent } from "./stats.ts";

export interface DirOptions {
  encoding?: Encoding;
  bufferSize?: number;
  recursive?: boolean;
}

const token = Symbol("made by opendir");

export class Dir {
  readonly path: string;
  /** The entries that were not read yet; undefined once the folder is closed. */
  #rest: Dirent[] | undefined;

  /** @internal */
  constructor(made: symbol, path: string, entries: Dirent[]) {
    if (made !== token) throw coded(TypeError, "ERR_MISSING_ARGS", 'The "handle" argument must be specified');
    this.path = path;
    this.#rest = entries;
  }

  #opened(): Dirent[] {
    if (this.#rest === undefined) throw coded(Error, "ERR_DIR_CLOSED", "Directory handle was closed");
    return this.#rest;
  }

  readSync(): Dirent | null {
    return this.#opened().shift() ?? null;
  }

  read(): Promise<Dirent | null>;
  read(callback: (error: Error | null, entry: Dirent | null) => void): void;
  read(callback?: (error: Error | null, entry: Dirent | null) => void): Promise<Dirent | null> | void {
    const reading = (async () => this.readSync())();
    if (callback === undefined) return reading;
    checkCallback(callback);
    report(reading, callback);
  }

  closeSync(): void {
    this.#opened();
    this.#rest = undefined;
  }

  close(): Promise<void>;
  close(callback: (error: Error | null) => void): void;
  close(callback?: (error: Error | null) => void): Promise<void> | void {
    const closing = (async () => this.closeSync())();
    if (callback === undefined) return closing;
    checkCallback(callback);
    report(closing, callback);
  }

  async *entries(): AsyncGenerator<Dirent, void> {
    try {
      for (;;) {
        const entry = await this.read();
        if (entry === null) return;
        yield entry;
      }
    } finally {
      if (this.#rest !== undefined) this.closeSync();
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Dirent, void> {
    return this.entries();
  }
}

/** The error with the name of another call. */
export function renamedCall(error: unknown, syscall: string): unknown {
  const failure = error as { syscall?: string; message: string };
  if (failure.syscall !== undefined) {
    failure.message = failure.message.replace(`, ${failure.syscall}`, `, ${syscall}`);
    failure.syscall = syscall;
  }
  return error;
}

export function opendir(path: PathLike, given?: unknown): Steps<Dir> {
  const options = optionsOf<DirOptions>(given);
  if (options.bufferSize !== undefined) integer(options.bufferSize, "options.bufferSize", 1, 2 ** 32 - 1);
  const name = pathOf(path);
  const { encoding, recursive = false } = options;
  return steps();
  function* steps(): Steps<Dir> {
    try {
      const entries: Dirent[] = yield listing(name, { encoding, recursive, withFileTypes: true });
      return new Dir(token, shownPath(name), entries);
    } catch (error) {
      throw renamedCall(error, "opendir");
    }
  }
}
