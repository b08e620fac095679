// Digests and random values, of the web and of Node.

import { Buffer } from "node:buffer";
import nodeCrypto, { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertThrows,
  test,
} from "lumi/testing";

const digest = async (name: string, text: string) =>
  Buffer.from(await crypto.subtle.digest(name, new TextEncoder().encode(text))).toString("hex");

test("digests agree with the standards", async () => {
  assertEquals(await digest("SHA-1", "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  assertEquals(await digest("sha-256", ""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assertEquals((await digest("SHA-384", "abc")).slice(0, 16), "cb00753f45a35e8b");
  assertEquals((await digest("SHA-512", "abc")).slice(0, 16), "ddaf35a193617aba");
  assertEquals(createHash("md5").update("abc").digest("hex"), "900150983cd24fb0d6963f7d28e17f72");
  assertEquals(createHash("sha256").update("a").update(Buffer.from("bc")).digest("base64"),
    "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  const key = Buffer.alloc(131, 0xaa);
  const hmac = createHmac("sha256", key).update("Test Using Larger Than Block-Size Key - Hash Key First");
  assertEquals(hmac.digest("hex"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});

test("an unknown digest is refused", async () => {
  const error = await assertRejects(() => crypto.subtle.digest("MD5", new Uint8Array()));
  assertInstanceOf(error, DOMException);
  assertEquals(error.name, "NotSupportedError");
  assertThrows(() => createHash("sha3"), Error, "Digest method not supported");
  const hash = createHash("sha1");
  hash.digest();
  assertThrows(() => hash.update("x"), Error, "already called");
});

test("random values fill integers of every kind", () => {
  for (
    const Kind of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
      BigInt64Array, BigUint64Array]
  ) {
    const array = new Kind(16);
    assert(crypto.getRandomValues(array) === array);
    assert(array.some((it) => it != 0));
  }
  const part = new Uint8Array(8);
  crypto.getRandomValues(part.subarray(2, 4));
  assertEquals([part[0], part[1], part[4]], [0, 0, 0]);
  const quota = assertThrows(() => crypto.getRandomValues(new Uint8Array(65537)));
  assertEquals((quota as Error).name, "QuotaExceededError");
  const mismatch = assertThrows(() => crypto.getRandomValues(new Float32Array(1)));
  assertEquals((mismatch as Error).name, "TypeMismatchError");
  crypto.getRandomValues(new Uint8Array(65536));
});

test("UUIDs and random numbers", () => {
  assertMatch(crypto.randomUUID(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assertNotEquals(crypto.randomUUID(), nodeCrypto.randomUUID());
  assertEquals(randomBytes(7).length, 7);
  for (let i = 0; i < 100; i++) assert([3, 4].includes(randomInt(3, 5)));
  assertThrows(() => randomInt(0), RangeError);
  assert(timingSafeEqual(Buffer.from("a"), Buffer.from("a")) && !timingSafeEqual(Buffer.from("a"), Buffer.from("b")));
});

test("buffers know encodings", () => {
  const text = "h\u00e9llo \u{1f600}";
  for (const encoding of ["utf8", "hex", "base64", "base64url"] as const) {
    assertEquals(Buffer.from(Buffer.from(text).toString(encoding), encoding).toString(), text);
  }
  assertEquals(Buffer.from("abc").toString("hex"), "616263");
  assertEquals(Buffer.from("_-8", "base64").toString("base64"), "/+8=");
  assertEquals(Buffer.from("YQ==YQ==", "base64").toString(), "a");
  assertEquals(Buffer.from("zz", "hex").length, 0);
  assertEquals(Buffer.from("\u00ff", "latin1")[0], 255);
  assertEquals(Buffer.concat([Buffer.from("a"), new Uint8Array([98])]).toString(), "ab");
  assertEquals(Buffer.byteLength("\u00e9"), 2);
  assert(Buffer.isBuffer(Buffer.alloc(1)) && !Buffer.isBuffer(new Uint8Array(1)));
  assert(Buffer.from("a").equals(Buffer.from("a")));
  assertEquals(JSON.stringify(Buffer.from("a")), '{"type":"Buffer","data":[97]}');
});

test("buffers find and repeat text as Node does", () => {
  const hello = Buffer.from("hello, hello");
  assertEquals([hello.indexOf("llo"), hello.indexOf("llo", 3), hello.indexOf("llo", -3), hello.indexOf("x")], [2, 9, 9,
    -1]);
  assertEquals([hello.lastIndexOf("llo"), hello.lastIndexOf("llo", 8), hello.lastIndexOf("llo", -11),
    hello.lastIndexOf("x")], [9, 2, -1, -1]);
  assertEquals([hello.includes("lo, he"), hello.includes("hello", 1), hello.includes("hello", 8),
    hello.includes("hellx")], [true, true, false, false]);
  assertEquals([hello.indexOf(0x6c), hello.lastIndexOf(0x6c), hello.indexOf(0x6c + 256), hello.includes(0)], [2, 10, 2,
    false]);
  assertEquals([hello.indexOf(Buffer.from("lo")), hello.indexOf("6c6f", "hex"), hello.indexOf("6c6f", 4, "hex")], [3, 3,
    10]);
  assertEquals([hello.indexOf(""), hello.indexOf("", 3), hello.indexOf("", 99), hello.lastIndexOf("")], [0, 3, 12, 12]);
  assertEquals([hello.indexOf("h", 99), hello.indexOf("h", -99), hello.lastIndexOf("h", 99)], [-1, 0, 7]);
  assertEquals(Buffer.from("\u00e9\u00e8").indexOf("\u00e8"), 2);
  assertThrows(() => hello.indexOf({} as never), TypeError, "must be one of type number or string");
  assertEquals(Buffer.alloc(5).fill("ab").toString(), "ababa");
  assertEquals(Buffer.alloc(5, "ab").toString(), "ababa");
  assertEquals(Buffer.from("12345").fill("ab", 1, 4).toString(), "1aba5");
  assertEquals(Buffer.from("123").fill("6162", "hex").toString(), "aba");
  assertEquals(Buffer.from("123").fill(new Uint8Array([97])).toString(), "aaa");
  assertEquals([...Buffer.from("123").fill("")], [0, 0, 0]);
  assertEquals([...Buffer.from("123").fill(257, 1, 2)], [49, 1, 51]);
});
