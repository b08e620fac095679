import { assertEquals, assertThrows, test } from "lumi/testing";
import nodeAssert from "node:assert";
import strict from "node:assert/strict";

test("what holds passes", async () => {
  nodeAssert(1);
  nodeAssert.ok("a");
  nodeAssert.equal(1, "1");
  nodeAssert.deepEqual({ a: [1] }, { a: ["1"] });
  nodeAssert.strictEqual(NaN, NaN);
  nodeAssert.deepStrictEqual(new Map([["a", [1]]]), new Map([["a", [1]]]));
  nodeAssert.notDeepStrictEqual({ a: 1 }, { a: "1" });
  nodeAssert.match("abc", /b/);
  nodeAssert.throws(() => {
    throw new TypeError("bad input");
  }, TypeError);
  nodeAssert.throws(() => {
    throw new TypeError("bad input");
  }, /bad/);
  nodeAssert.throws(() => {
    throw new TypeError("bad input");
  }, { name: "TypeError", message: "bad input" });
  nodeAssert.ifError(null);
  await nodeAssert.rejects(Promise.reject(new Error("no")), { message: /n/ });
  await nodeAssert.doesNotReject(async () => 1);
});

test("what does not hold is an AssertionError", () => {
  const failing: (() => void)[] = [
    () => nodeAssert(0),
    () => nodeAssert.strictEqual(1, "1" as never),
    () => nodeAssert.deepStrictEqual({ a: 1 }, { a: 2 }),
    () => nodeAssert.deepEqual([1, 2], [1]),
    () => nodeAssert.throws(() => {}),
    () => nodeAssert.fail("given up"),
    () => strict.equal(1, "1" as never),
    () => strict(false),
  ];
  for (const action of failing) {
    const error = assertThrows(action, nodeAssert.AssertionError) as InstanceType<typeof nodeAssert.AssertionError>;
    assertEquals([error.name, error.code], ["AssertionError", "ERR_ASSERTION"]);
  }
});

test("messages are one's own, or show both values", () => {
  assertThrows(() => nodeAssert.equal(1, 2, "they differ"), Error, "they differ");
  assertThrows(() => nodeAssert.strictEqual("a", "b"), Error, "actual:   'a'");
  assertThrows(() => nodeAssert.ok(false, new RangeError("own")), RangeError, "own");
  assertThrows(() =>
    nodeAssert.throws(() => {
      throw new RangeError("other");
    }, TypeError), RangeError, "other");
});
