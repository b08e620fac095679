// What programs use of the standard library and of Node, beside the language.

import { createHash, createHmac } from "node:crypto";
import * as path from "node:path";
import posixPath, { basename } from "node:path";
import { posix } from "node:path";
import querystring from "node:querystring";
import { fileURLToPath } from "node:url";
import { format, isDeepStrictEqual } from "node:util";

const sizes = new WeakMap<object, number>();

function sizeOf(value: object): number {
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = JSON.stringify(value).length;
  sizes.set(value, size);
  return size;
}

class Key {
  static readonly #named = new Map<string, Key>();
  readonly id: symbol;
  private constructor(readonly name: string) {
    this.id = Symbol(name);
  }
  static of(name: string): Key {
    let key = Key.#named.get(name);
    if (key === undefined) Key.#named.set(name, key = new Key(name));
    return key;
  }
}

const labels = { app: "shop", tier: "web" };
const bytes = Buffer.from("hello w\u00f6rld", "utf8");
const mixed = Uint8Array.from(bytes, (it) => it ^ 0x20);
const view = new DataView(new ArrayBuffer(8));
view.setUint32(2, 0xcafe);

export const paths = [
  path.join("a", "..", "b", "c.txt"),
  path.posix.basename("/x/y.tar.gz", ".gz"),
  path.win32.join("a", "b"),
  posixPath.extname("a.b.c"),
  posixPath.posix.dirname("/a/b"),
  posix.normalize("/a//b/./c"),
  basename("/a/b"),
  path.sep,
  fileURLToPath("file:///etc/hosts"),
];
export const hashes = [
  createHash("sha256").update("text").digest("hex").slice(0, 16),
  createHmac("sha1", "key").update(bytes).digest("base64"),
];
export const texts = [
  bytes.toString("base64"),
  Buffer.from(mixed).toString("hex"),
  btoa("abc") + atob("YWJj"),
  new TextDecoder().decode(new TextEncoder().encode("p\u00e4th").subarray(0, 3)),
  format("%s-%d", "a", 4),
  querystring.stringify({ a: "1 2", b: ["x", "y"] }),
  escape("\u00e4 b"),
];
export const numbers = [
  (2n ** 70n + BigInt(mixed.length)).toString(36),
  String(-7n / 2n),
  view.getUint16(4),
  [...new Float32Array([1.5, 2.25])].reduce((sum, it) => sum + it, 0),
  sizeOf(labels) + sizeOf(labels),
];
const leap = new Date(Date.UTC(2024, 1, 29, 12));
leap.setUTCDate(leap.getUTCDate() + 1);
export const times = [
  leap.toISOString(),
  new Date("2024-05-06").getTime(),
  new Date("2024-05-06T07:08:09+02:00").toJSON(),
  new Date(leap).valueOf() - leap.getTime(),
  JSON.stringify({ leap }),
];
export const truths = [
  Object.prototype.hasOwnProperty.call(labels, "app"),
  Key.of("a") === Key.of("a"),
  Key.of("a").id === Key.of("b").id,
  isDeepStrictEqual({ a: [1] }, { a: [1] }),
];
