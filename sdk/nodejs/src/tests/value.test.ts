import assert from "node:assert/strict";
import { test } from "node:test";
import { fromJSON, toJSON } from "../value/json.js";
import {
  Archive,
  Asset,
  equal,
  isUnknown,
  pathOf,
  plain,
  ResourceReference,
  Secret,
  unknown,
  type Value,
  type Values,
} from "../value/value.js";
import { decoded, encoded } from "../wire/protocol.js";
import { fromObject, fromValue, toObject, toValue } from "../wire/wire_value.js";

/** Numbers below a limit, the same for the same seed. */
function randomness(seed: number): (limit: number) => number {
  let state = seed * 2654435761 + 1;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % limit;
  };
}

const texts = ["", "a", "$lumi", "__proto__", 'é\u0000"\\', "日本", "a.b", "1"];
const numbers = [0, -0, 1, -1.5, 2 ** 53, 5e-324, Number.MAX_VALUE, Infinity, -Infinity, NaN];

/** A value of any kind, nested at random. */
function generated(random: (limit: number) => number, levels: number): Value {
  const text = () => texts[random(texts.length)];
  const members = (member: () => Value) => {
    const object: Values = {};
    for (let count = random(4); count > 0; count--) {
      Object.defineProperty(object, text(), { value: member(), enumerable: true, configurable: true, writable: true });
    }
    return object;
  };
  const kinds: (() => Value)[] = [
    () => null,
    () => random(2) === 0,
    () => numbers[random(numbers.length)],
    text,
    () => unknown,
    () => new ResourceReference(text(), [undefined, "x", unknown][random(3)]),
    () => new Asset("data", Buffer.from([0, 255])),
    () => new Asset((["text", "path", "uri", "function"] as const)[random(4)], text(), text()),
    () => new Archive((["path", "uri"] as const)[random(2)], text(), text()),
  ];
  if (levels > 0) {
    kinds.push(
      () => new Secret(plain(generated(random, levels - 1))),
      () => new Archive("members", members(() => Asset.text(text()))),
      () => members(() => generated(random, levels - 1)),
      () => Array.from({ length: random(4) }, () => generated(random, levels - 1)),
    );
  }
  return kinds[random(kinds.length)]();
}

test("values come back from JSON and from messages", () => {
  for (let seed = 0; seed < 2000; seed++) {
    const value = generated(randomness(seed), 4);
    const json = toJSON(value);
    const bytes = encoded("lumirpc.Value", toValue(value));
    for (const back of [fromJSON(json), fromValue(decoded("lumirpc.Value", bytes))]) {
      assert.equal(toJSON(back), json, `seed ${seed}`);
      if (!isUnknown(value)) assert.ok(equal(value, back), `seed ${seed}: ${json}`);
    }
  }
});

test("deep values cross", () => {
  for (const levels of [0, 1, 39, 40, 41, 100, 499]) {
    let value: Value = "end";
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
    const back = fromObject(
      decoded("lumirpc.Object", encoded("lumirpc.Object", toObject({ value: new Secret(value) }))),
    );
    assert.ok(equal(back.value, new Secret(value)), `${levels} levels`);
  }
});

test("messages and JSON that mean nothing are refused", () => {
  const objects = [
    { keys: ["a"], values: [] },
    { keys: ["a", "a"], values: [toValue(1), toValue(2)] },
    { keys: ["a"], values: [{}] },
    { keys: ["a"], values: [{ asset: {} }] },
    { keys: ["a"], values: [{ archive: {} }] },
    { keys: ["a"], values: [{ json: Buffer.from("{") }] },
  ];
  for (const object of objects) {
    assert.throws(() => fromObject(decoded("lumirpc.Object", encoded("lumirpc.Object", object))));
  }
  const json = ["", "[", '{"$lumi":"other"}', '{"$lumi":1}', '{"$lumi":"number","value":"toString"}',
    '{"$lumi":"asset","kind":"x"}', '{"$lumi":"archive"}', '{"$lumi":"object","value":[1]}'];
  for (const text of json) assert.throws(() => fromJSON(text), text);
});

test("paths quote names that are no identifiers", () => {
  assert.equal(pathOf("rules", 0, "port"), "rules[0].port");
  assert.equal(pathOf("tags", "a.b"), 'tags["a.b"]');
  assert.equal(pathOf("", 1), '[""][1]');
});

test("secrets are not in texts", () => {
  const secret = new Secret("hunter2");
  for (const text of [String(secret), JSON.stringify({ secret }), `${secret}`]) {
    assert.ok(!text.includes("hunter2"), text);
  }
});
