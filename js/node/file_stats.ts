// The results of statSync and readdirSync.

import type { FileFacts } from "../web/ops.ts";

type Kind = "f" | "d" | "l" | "o";

class FileKind {
  readonly #kind: Kind;

  /** @internal */
  constructor(kind: Kind) {
    this.#kind = kind;
  }

  isFile(): boolean {
    return this.#kind === "f";
  }

  isDirectory(): boolean {
    return this.#kind === "d";
  }

  isSymbolicLink(): boolean {
    return this.#kind === "l";
  }
}

export class Dirent extends FileKind {
  readonly name: string;
  readonly parentPath: string;

  /** @internal */
  constructor(name: string, parentPath: string, kind: string) {
    super(kind as Kind);
    this.name = name;
    this.parentPath = parentPath;
  }
}

export class Stats extends FileKind {
  readonly size: number;
  readonly mode: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;

  /** @internal */
  constructor(facts: FileFacts) {
    super((["f", "d", "l", "o"] as const)[facts[0]]!);
    [, this.size, this.mode, this.atimeMs, this.mtimeMs, this.ctimeMs, this.birthtimeMs] = facts;
  }

  get atime(): Date {
    return new Date(this.atimeMs);
  }

  get mtime(): Date {
    return new Date(this.mtimeMs);
  }

  get ctime(): Date {
    return new Date(this.ctimeMs);
  }

  get birthtime(): Date {
    return new Date(this.birthtimeMs);
  }
}
