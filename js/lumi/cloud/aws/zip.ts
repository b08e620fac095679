// Zip archives whose bytes follow from their files alone: names in order, no times, nothing compressed.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** The version of the format for files that are stored, and Unix as their maker, for permissions. */
const VERSION = 10;
const UNIX = 0x0300;
/** 1 January 1980, the first date of the format. */
const DATE = 0x21;
/** Readable by all, writable by the owner. */
const PERMISSIONS = (0o100644 << 16) >>> 0;
/** Names are UTF-8. */
const FLAGS = 0x0800;

export function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  const names = Object.keys(files).sort();
  for (const name of names) {
    const [path, content] = [utf8(name), utf8(files[name]!)];
    const sizes = [content.length, content.length];
    const about = [...shorts(VERSION, FLAGS, 0, 0, DATE), ...longs(crc32(content), ...sizes), ...shorts(path.length)];
    const local = Uint8Array.from([...longs(LOCAL), ...about, ...shorts(0), ...path]);
    // No extra field, no comment, first disk, unknown kind of content.
    const rest = [...shorts(0, 0, 0, 0), ...longs(PERMISSIONS, offset)];
    directory.push(Uint8Array.from([...longs(CENTRAL), ...shorts(UNIX | VERSION), ...about, ...rest, ...path]));
    chunks.push(local, content);
    offset += local.length + content.length;
  }
  const size = directory.reduce((sum, it) => sum + it.length, 0);
  const end = [...longs(END), ...shorts(0, 0, names.length, names.length), ...longs(size, offset), ...shorts(0)];
  return joined([...chunks, ...directory, Uint8Array.from(end)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

const shorts = (...numbers: number[]) => numbers.flatMap((it) => [it & 0xff, (it >>> 8) & 0xff]);
const longs = (...numbers: number[]) => numbers.flatMap((it) => shorts(it & 0xffff, it >>> 16));
const utf8 = (text: string) => new TextEncoder().encode(text);
