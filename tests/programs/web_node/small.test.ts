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
  assertEquals(await wait(1000, 1, { signal: AbortSignal.abort(new Error("no")) }).catch((error) => error.message),
    "no");
  assert(!isatty(1));
});
