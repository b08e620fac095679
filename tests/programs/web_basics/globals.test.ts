// The web's basics, each at work.

import { assert, assertEquals, assertInstanceOf, assertRejects, assertThrows, test } from "lumi/testing";

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("text and bytes", () => {
  assertEquals(new TextDecoder().decode(new TextEncoder().encode("h\u00e9")), "h\u00e9");
  assertEquals(new TextDecoder("utf-16le").decode(new Uint8Array([104, 0])), "h");
  assertThrows(() => new TextDecoder("nope"), RangeError);
  assertEquals(atob(btoa("abc")), "abc");
  assertInstanceOf(assertThrows(() => atob("*")), DOMException);
});

test("numbers, dates, order and words of any language", () => {
  assertEquals((1234.5).toLocaleString("de"), "1.234,5");
  const date = new Intl.DateTimeFormat("ja", { dateStyle: "long", timeZone: "Asia/Tokyo" });
  assertEquals(date.format(Date.UTC(2026, 0, 31, 20)), "2026\u5e742\u67081\u65e5");
  assertEquals(["z", "\u00e4", "a"].sort(new Intl.Collator("sv").compare), ["a", "z", "\u00e4"]);
  const words = new Intl.Segmenter("th", { granularity: "word" }).segment(
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01",
  );
  assertEquals([...words].map((it) => it.segment.length), [6, 3, 3]);
});

test("URLs and patterns", () => {
  const url = new URL("../b?x=1#y", "http://h/a/c");
  assertEquals(url.href, "http://h/b?x=1#y");
  url.searchParams.append("z", "a b");
  assertEquals(url.search, "?x=1&z=a+b");
  assert(URL.canParse("http://x") && !URL.canParse("x"));
  assertEquals(new URLPattern({ pathname: "/:id" }).exec("http://h/7")!.pathname.groups.id, "7");
});

test("timers fire in order and can be called off", async () => {
  const order: string[] = [];
  setTimeout((name: string) => order.push(name), 5, "late");
  setTimeout(() => order.push("soon"), 0);
  setImmediate(() => order.push("immediate"));
  queueMicrotask(() => order.push("microtask"));
  clearTimeout(setTimeout(() => order.push("never"), 1));
  clearImmediate(setImmediate(() => order.push("never")));
  let ticks = 0;
  const interval = setInterval(() => ++ticks === 2 && clearInterval(interval), 1);
  while (ticks < 2 || order.length < 4) await sleep(1);
  // On a busy machine both timers are due before the first immediate.
  assertEquals(order.filter((name) => name !== "immediate"), ["microtask", "soon", "late"]);
  assert(order.includes("immediate"));
  await sleep(5);
  assertEquals([ticks, order.length], [2, 4]);
});

test("events and abort signals", async () => {
  const target = new EventTarget();
  let seen: unknown;
  target.addEventListener("x", (event) => seen = (event as CustomEvent).detail);
  target.dispatchEvent(new CustomEvent("x", { detail: 1 }));
  assertEquals(seen, 1);
  const signal = AbortSignal.timeout(1);
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  assertEquals((signal.reason as Error).name, "TimeoutError");
  assert(AbortSignal.any([AbortSignal.abort(), new AbortController().signal]).aborted);
});

test("structuredClone keeps what JSON loses", () => {
  const value: Record<string, unknown> = { date: new Date(0), map: new Map([[1, new Set([2])]]), big: 1n };
  value["self"] = value;
  const copy = structuredClone(value);
  assert(copy !== value && copy["self"] === copy);
  assertEquals((copy["map"] as Map<number, Set<number>>).get(1), new Set([2]));
  assertEquals((assertThrows(() => structuredClone(() => {})) as Error).name, "DataCloneError");
});

test("blobs and streams", async () => {
  const blob = new Blob(["a", new Uint8Array([98])], { type: "text/x" });
  assertEquals([await blob.text(), blob.size, blob.type], ["ab", 2, "text/x"]);
  assertEquals(await blob.slice(1).text(), "b");
  const upper = new TransformStream<string, string>({ transform: (part, to) => to.enqueue(part.toUpperCase()) });
  const parts: string[] = [];
  for await (const part of ReadableStream.from(["a", "b"]).pipeThrough(upper) as unknown as AsyncIterable<string>) {
    parts.push(part);
  }
  assertEquals(parts, ["A", "B"]);
  const packed = new Blob(["x".repeat(1000)]).stream().pipeThrough(new CompressionStream("gzip"));
  const text = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
  assertEquals(text.length, 1000);
});

test("performance", () => {
  const before = performance.now();
  performance.mark("a");
  performance.mark("b");
  assert(performance.measure("m", "a", "b").duration >= 0);
  assert(performance.now() >= before);
});

test("import.meta", () => {
  assert(import.meta.url.startsWith("file:///") && import.meta.main);
  assertEquals(import.meta.filename, `${import.meta.dirname}/globals.test.ts`);
  assertEquals(import.meta.dirname, process.cwd());
  assertEquals(import.meta.resolve("./globals.test.ts"), import.meta.url);
});

test("WebAssembly", async () => {
  const add = new Uint8Array([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    1,
    7,
    1,
    96,
    2,
    127,
    127,
    1,
    127,
    3,
    2,
    1,
    0,
    7,
    7,
    1,
    3,
    97,
    100,
    100,
    0,
    0,
    10,
    9,
    1,
    7,
    0,
    32,
    0,
    32,
    1,
    106,
    11,
  ]);
  const { instance } = await WebAssembly.instantiate(add);
  assertEquals((instance.exports["add"] as (a: number, b: number) => number)(2, 3), 5);
});

test("data: URLs and made responses need no permission", async () => {
  const response = await fetch("data:application/json;base64,eyJhIjoxfQ==");
  assertEquals(await response.json(), { a: 1 });
  assertEquals(await (await fetch("data:,a%20b")).text(), "a b");
  assertEquals(await Response.json({ b: 2 }).clone().json(), { b: 2 });
  const headers = new Headers([["B", "1"], ["a", " x "], ["b", "2"]]);
  assertEquals([...headers], [["a", "x"], ["b", "1, 2"]]);
  assertThrows(() => new Headers({ "a b": "" }), TypeError, "invalid header name");
  assertThrows(() => new Request("http://x", { body: "x" }), TypeError, "cannot have a body");
});

test("a denied fetch names its flag, whatever it asks for", async () => {
  await assertRejects(() => fetch("https://nowhere.invalid/x"), Error, "--allow-net=nowhere.invalid:443");
  await assertRejects(() => fetch("http://127.0.0.1:81/"), Error, "--allow-net=127.0.0.1:81");
  await assertRejects(() => fetch("file:///etc/passwd"), TypeError, "only http:");
  await assertRejects(() => fetch("http://nowhere.invalid", { signal: AbortSignal.abort() }), Error, "aborted");
});
