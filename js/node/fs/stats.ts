// The facts of node:fs about files and folders.

const KIND = 0o170000;
const kinds: Record<string, number> = {
  b: 0o060000,
  c: 0o020000,
  d: 0o040000,
  f: 0o100000,
  l: 0o120000,
  p: 0o010000,
  s: 0o140000,
};

abstract class FileKind {
  isFile(): boolean {
    return kindOf(this) === kinds["f"];
  }

  isDirectory(): boolean {
    return kindOf(this) === kinds["d"];
  }

  isSymbolicLink(): boolean {
    return kindOf(this) === kinds["l"];
  }

  isBlockDevice(): boolean {
    return kindOf(this) === kinds["b"];
  }

  isCharacterDevice(): boolean {
    return kindOf(this) === kinds["c"];
  }

  isFIFO(): boolean {
    return kindOf(this) === kinds["p"];
  }

  isSocket(): boolean {
    return kindOf(this) === kinds["s"];
  }
}

const entryKinds = new WeakMap<object, number>();

function kindOf(it: object): number {
  const { mode } = it as { mode?: number | bigint };
  return mode === undefined ? entryKinds.get(it) ?? 0 : Number(mode) & KIND;
}

export class Dirent extends FileKind {
  readonly name: string;
  readonly parentPath: string;
  /** An older name of `parentPath`. */
  readonly path: string;

  /** @internal */
  constructor(name: string, parentPath: string, kind: string) {
    super();
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    entryKinds.set(this, kinds[kind] ?? 0);
  }
}

/** Facts of a file in the order of the host (src/node/files/file_actions.rs). */
export type FileFacts = number[];

interface Facts<N> {
  readonly dev: N;
  readonly mode: N;
  readonly nlink: N;
  readonly uid: N;
  readonly gid: N;
  readonly rdev: N;
  readonly blksize: N;
  readonly ino: N;
  readonly size: N;
  readonly blocks: N;
  readonly atimeMs: N;
  readonly mtimeMs: N;
  readonly ctimeMs: N;
  readonly birthtimeMs: N;
  readonly atime: Date;
  readonly mtime: Date;
  readonly ctime: Date;
  readonly birthtime: Date;
}

const numbers = ["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks"] as const;
const times = ["atime", "mtime", "ctime", "birthtime"] as const;

/** Whole milliseconds, as dates have. */
const dateOf = (milliseconds: number) => new Date(Math.round(milliseconds));

function define(it: object, name: string, value: unknown): void {
  Object.defineProperty(it, name, { value, writable: true, enumerable: true, configurable: true });
}

// Interfaces of the same names say which members the constructors define.
export class Stats extends FileKind {
  /** @internal */
  constructor(facts: FileFacts) {
    super();
    for (const [index, name] of numbers.entries()) define(this, name, facts[index]);
    const milliseconds = times.map((_, index) => facts[10 + 2 * index]! * 1000 + facts[11 + 2 * index]! / 1e6);
    for (const [index, name] of times.entries()) define(this, `${name}Ms`, milliseconds[index]);
    for (const [index, name] of times.entries()) define(this, name, dateOf(milliseconds[index]!));
  }
}
export interface Stats extends Facts<number> {}

export class BigIntStats extends FileKind {
  /** @internal */
  constructor(facts: FileFacts) {
    super();
    for (const [index, name] of numbers.entries()) define(this, name, BigInt(facts[index]!));
    const nanoseconds = times.map((_, index) =>
      BigInt(facts[10 + 2 * index]!) * 1_000_000_000n + BigInt(facts[11 + 2 * index]!)
    );
    for (const [index, name] of times.entries()) define(this, `${name}Ms`, nanoseconds[index]! / 1_000_000n);
    for (const [index, name] of times.entries()) define(this, `${name}Ns`, nanoseconds[index]);
    for (const [index, name] of times.entries()) define(this, name, dateOf(Number(nanoseconds[index]! / 1_000_000n)));
  }
}
export interface BigIntStats extends Facts<bigint> {
  readonly atimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly birthtimeNs: bigint;
}

export interface StatOptions {
  bigint?: boolean;
  throwIfNoEntry?: boolean;
}

export const statsOf = (facts: FileFacts, options?: StatOptions | null): Stats | BigIntStats =>
  options?.bigint ? new BigIntStats(facts) : new Stats(facts);

/** Facts of a file system. */
export class StatFs<N extends number | bigint = number> {
  readonly type: N;
  readonly bsize: N;
  readonly blocks: N;
  readonly bfree: N;
  readonly bavail: N;
  readonly files: N;
  readonly ffree: N;

  /** @internal */
  constructor(facts: N[]) {
    this.type = facts[0]!;
    this.bsize = facts[1]!;
    this.blocks = facts[2]!;
    this.bfree = facts[3]!;
    this.bavail = facts[4]!;
    this.files = facts[5]!;
    this.ffree = facts[6]!;
  }
}

/** The facts that fs.watchFile reports about a missing file. */
export function missingStats(bigint: boolean): Stats | BigIntStats {
  const facts = Array.from<number>({ length: numbers.length + 2 * times.length }).fill(0);
  return bigint ? new BigIntStats(facts) : new Stats(facts);
}
