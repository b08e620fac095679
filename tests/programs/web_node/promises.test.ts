// Alone in its file: what matters is that node:fs/promises is imported before node:fs.
import * as promises from "node:fs/promises";
import fs from "node:fs";
import { assertEquals, test } from "lumi/testing";

test("node:fs/promises can come first", async () => {
  assertEquals(await promises.readFile("greeting.txt", "utf8"), fs.readFileSync("greeting.txt", "utf8"));
  assertEquals(fs.promises.readFile, promises.readFile);
});

test("what the engine cannot stream is not offered", () => {
  assertEquals("compileStreaming" in WebAssembly, false);
  assertEquals("instantiateStreaming" in WebAssembly, false);
});
