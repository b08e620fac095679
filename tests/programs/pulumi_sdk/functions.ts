// Functions of many kinds, as the SDK serialises them: their texts are the outputs.
import * as pulumi from "@pulumi/pulumi";
import * as crypto from "crypto";
import * as fs from "fs";
import { basename, join as joined } from "path";
import os = require("os");
import helpers = require("./helpers");

const config = new pulumi.Config();
const table = new Map([["a", 1], ["b", 2]]);
const nested = { deep: { list: [1, 2, { pattern: /x(y+)/gi }] }, when: new Date(0), nothing: null, missing: undefined };
const circle: any = { name: "circle" };
circle.self = circle;
const frozen = Object.freeze({ a: 1 });
const symbols = {
  [Symbol.iterator]: function* () {
    yield 1;
  },
};
const bytes = Buffer.from("bytes");
const typed = new Uint8Array([1, 2, 3]);
const output = pulumi.output({ a: [1, 2], b: "text" });
const secret = pulumi.secret("hidden");
const promise = Promise.resolve(42);
const accessors = {
  count: 3,
  get double() {
    return this.count * 2;
  },
  set double(value: number) {
    this.count = value / 2;
  },
};
const hidden = Object.defineProperty({ seen: 1 }, "unseen", { value: 2, enumerable: false });
const withoutPrototype = Object.assign(Object.create(null), { a: 1 });
let counter = 0;

enum Color {
  Red,
  Green = "green",
}
namespace Space {
  export const value = 7;
}

class Base {
  constructor(readonly size: number) {}
  double() {
    return this.size * 2;
  }
  static make() {
    return new Base(1);
  }
}
class Derived extends Base {
  label = "derived";
  static shared = 5;
  get twice() {
    return super.double() + Derived.shared;
  }
  async later() {
    return this.twice;
  }
  *each() {
    yield this.size;
  }
}
const derived = new Derived(4);

function recursive(n: number): number {
  counter++;
  return n > 0 ? recursive(n - 1) : table.get("a")!;
}
function even(n: number): boolean {
  return n === 0 || odd(n - 1);
}
function odd(n: number): boolean {
  return n !== 0 && even(n - 1);
}
function outer(a: number) {
  let inner = a * 2;
  return {
    read: () => inner,
    write: (value: number) => {
      inner = value;
    },
  };
}
const pair = outer(21);
function withDefaults({ a = 1, ...rest }: { a?: number; [key: string]: any } = {}, ...more: number[]) {
  return [a, rest, more];
}
const named = function fact(n: number): number {
  return n < 2 ? 1 : n * fact(n - 1);
};

const kinds: { [name: string]: Function } = {
  accessor: () => accessors.double,
  arguments: function () {
    return arguments.length;
  },
  arrow: (event: any) => event,
  asyncArrow: async (x: string) => {
    await promise;
    return x;
  },
  asyncGenerator: async function* (xs: AsyncIterable<number>) {
    for await (const x of xs) yield x;
  },
  bigNumbers: () => [1e21, -0, NaN, Infinity],
  block: () => {
    label: for (;;) break label;
  },
  bound: recursive.bind(undefined, 3),
  builtins: () => [Math.max(1, 2), JSON.stringify({}), Object.keys({}), parseInt("3", 10)],
  bytes: () => bytes.toString(),
  captured: () => nested.deep.list[0],
  captureWhole: () => JSON.stringify(nested),
  circle: () => circle,
  class: () => new Derived(1).twice,
  classStatic: () => Base.make(),
  closure: () => pair.read(),
  comments: () => {
    /* kept */ return 1; // and this
  },
  computed: () => nested["deep"],
  config: () => config.get("size"),
  constructorOf: Derived,
  crypto: () => crypto.createHash("sha256").update("x").digest("hex"),
  defaults: withDefaults,
  destructured: ({ deep: { list } } = nested) => list,
  empty: () => {},
  enumeration: () => [Color.Red, Color.Green],
  error: () => {
    throw new Error("no");
  },
  expression: named,
  frozen: () => frozen,
  generator: function* () {
    yield counter;
  },
  getterOf: Object.getOwnPropertyDescriptor(accessors, "double")!.get!,
  helperFunction: () => helpers.add(1, 2),
  helperWhole: () => helpers,
  hidden: () => Object.getOwnPropertyNames(hidden),
  iterator: () => [...(symbols as any)],
  map: () => table,
  method: derived.double,
  moduleDefault: () => fs.readFileSync(joined("/tmp", basename("/x/y"))),
  moduleEquals: () => os.EOL,
  mutated: () => {
    counter += 1;
    return counter;
  },
  namespace: () => Space.value,
  nestedFunctions: () => (() => (() => counter)())(),
  newTarget: function (this: any) {
    return new.target;
  },
  object: () => derived,
  optional: (x?: { y?: { z: number } }) => x?.y?.z ?? counter,
  output: () => output.get().a,
  outputMember: () => output.b.get(),
  promise: () => promise,
  prototypeless: () => withoutPrototype,
  recursive: () => recursive(2),
  regular: () => /a\/b/.test("x"),
  requireInside: () => require("zlib"),
  secret: () => secret.get(),
  set: () => new Set([...table.keys()]),
  shadowed: (nested: number) => nested,
  spread: (...values: number[]) => Math.max(...values, ...nested.deep.list.slice(0, 1) as number[]),
  switch: (x: number) => {
    switch (x) {
      case 1:
        return counter;
      default:
        return 0;
    }
  },
  tagged: (x: string) => String.raw`a\n${x}`,
  template: (name: string) => `hello ${name} ${nested.when}`,
  this: function (this: any) {
    return this;
  },
  tryCatch: () => {
    try {
      return counter;
    } catch {
      return 0;
    } finally {
      counter = 0;
    }
  },
  twoNames: () => [even(4), odd(4)],
  typed: () => typed,
  typeofMissing: () => typeof notThere === "undefined",
  undefinedMember: () => nested.missing,
  whileLoop: () => {
    while (counter < 3) counter++;
  },
};
declare const notThere: unknown;

async function texts() {
  const all: { [name: string]: string } = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const serialized = pulumi.runtime.serializeFunction(kind, { allowSecrets: true });
    all[name] = await serialized.then((it) => it.text, (error) => `! ${error.message}`);
  }
  return all;
}

// The texts are public, so that the outputs show them.
export const serialized = pulumi.unsecret(pulumi.output(texts()));
