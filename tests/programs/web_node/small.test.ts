import { assert, assertEquals, test } from "lumi/testing";
import { builtinModules, createRequire, isBuiltin } from "node:module";
import { parse, stringify } from "node:querystring";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";

test("query strings", () => {
  assertEquals({ ...parse("a=1&b=x%20y&a=2&c&d=%zz&e=1+2") }, { a: ["1", "2"], b: "x y", c: "", d: "%zz", e: "1 2" });
  assertEquals(stringify({ a: [1, 2], b: "x y", c: true, d: null, e: NaN }), "a=1&a=2&b=x%20y&c=true&d=&e=");
  assertEquals({ ...parse("a:1;b:2", ";", ":") }, { a: "1", b: "2" });
});

test("decoders cut no character in two", () => {
  const decoder = new StringDecoder("utf8");
  const bytes = Buffer.from("a€");
  assertEquals([...bytes].map((byte) => decoder.write(Uint8Array.of(byte))).join("|"), "a|||€");
  assertEquals(decoder.end(Uint8Array.of(0xe2)), "\ufffd");
  const base64 = new StringDecoder("base64");
  assertEquals(base64.write(Buffer.from("ab")) + base64.end(Buffer.from("c")), "YWJj");
  const utf16 = new StringDecoder("ucs2");
  assertEquals(utf16.encoding, "utf16le");
  const pair = Buffer.from("a\u{1f600}", "utf16le");
  assertEquals([...pair].map((byte) => utf16.write(Uint8Array.of(byte))).join("|"), "|a||||\u{1f600}");
});

// The expected texts are those of Node 20.
test("encodings of buffers are those of Node", () => {
  const text = "h\u00e9\u20ac\ud83d\ude00";
  const expected: Record<string, string> = {
    utf8: "68c3a9e282acf09f9880",
    utf16le: "6800e900ac203dd800de",
    latin1: "68e9ac3d00",
    ascii: "68e9ac3d00",
  };
  for (
    const [name, same] of [["utf8", "UTF-8"], ["utf16le", "UTF-16LE"], ["utf16le", "ucs2"], ["utf16le", "ucs-2"], [
      "latin1",
      "binary",
    ], ["ascii", "ascii"]] as const
  ) {
    const bytes = Buffer.from(text, same as BufferEncoding);
    assertEquals(bytes.toString("hex"), expected[name], same);
    assert(Buffer.isEncoding(same));
    assertEquals(Buffer.byteLength(text, same as BufferEncoding), bytes.length, same);
  }
  assertEquals(Buffer.from([104, 0, 0x3d, 0xd8, 0, 0xde, 7]).toString("utf16le"), "h\u{1f600}");
  assertEquals(Buffer.from("6869g7", "hex").toString(), "hi");
  assertEquals(Buffer.byteLength("6869g7", "hex"), 3);
  assertEquals(Buffer.byteLength("aGk=", "base64"), 2);
  assertEquals(Buffer.from("-_8", "base64url").toString("base64"), "+/8=");
  assertEquals(Buffer.from("+/8=", "base64").toString("base64url"), "-_8");
  assertEquals(Buffer.from("xaybzc", "utf16le").indexOf("b", 0, "ucs2"), 6);
});

test("require is there for ES modules", () => {
  const require = createRequire(import.meta.url);
  assertEquals((require("node:path") as { basename(path: string): string }).basename("/a/b"), "b");
  assertEquals(require("path"), require("node:path"));
  assert(isBuiltin("node:fs") && isBuiltin("util") && !isBuiltin("left-pad"));
  assert(builtinModules.includes("fs/promises"));
});

test("time and terminals", async () => {
  assertEquals(await wait(1, "over"), "over");
  assertEquals(
    await wait(1000, 1, { signal: AbortSignal.abort(new Error("no")) }).catch((error) => error.cause.message),
    "no",
  );
  assert(!isatty(1));
});
