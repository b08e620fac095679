// Values and scopes that functions capture, as the SDK serialises them: their texts are the outputs.
import * as pulumi from "@pulumi/pulumi";
import * as crypto from "crypto";
import * as events from "events";
import * as path from "path";
import * as util from "util";
import zlib = require("zlib");
import helpers = require("./helpers");
import modern = require("./modern");

const config = new pulumi.Config();
const size = config.getNumber("size") ?? 3;
const secretConfig = config.getSecret("token") ?? pulumi.secret("none");
const big = 2n ** 70n;
const sparse = [1, , 3] as unknown[];
const extended = Object.assign([1, 2], { label: "list" });
const date = new Date(86400000);
const sticky = /a(?<name>b)?/dgimsuy;
const map = new Map<unknown, unknown>([["a", { b: 1 }], [{ key: true }, new Set([1, [2]])]]);
const weak = new WeakMap();
const floats = new Float64Array([1.5, NaN, -0]);
const buffer = Buffer.from([0, 255, 16]);
const bytes = new Uint8Array(new ArrayBuffer(8), 2, 3);
const symbol = Symbol("own");
const shared = Symbol.for("shared");
const boxed = [Object(1), Object("text"), Object(true)];
const numbers = [0, -0, NaN, Infinity, -Infinity, 1e-7, 1e300];
const quotes = "'\"`\\\n\r\t\0\u2028$x größe \u{1f680}";
const withSymbols = { [symbol]: 1, [shared]: 2, [Symbol.toStringTag]: "Tagged" };
const withFunctions = {
  run: () => size,
  async later() {},
  *each() {},
  get size() {
    return size;
  },
  set size(_: number) {},
};
const withComputed = { ["a" + "b"]: 1, 1: "one", "with space": 2, "": 3, default: 4 };
const frozen = Object.freeze({ inner: Object.seal({ a: 1 }) });
const prototype = {
  inherited() {
    return "from the prototype";
  },
};
const inherits = Object.create(prototype, { own: { value: 1, enumerable: true } });
const nothingToSee = Object.create(null);
const proxied = new Proxy({ a: 1 }, {});
const cyclicList: unknown[] = [];
cyclicList.push(cyclicList, { list: cyclicList });
const left: { right?: object } = {};
const right = { left };
left.right = right;
const output = pulumi.output({ deep: { list: ["a"] }, when: 1 });
const secretOutput = pulumi.secret({ password: "hidden" });
const nestedOutputs = { list: [pulumi.output(1), pulumi.output(Promise.resolve("two"))] };
const later = Promise.resolve({ a: [1] });
const boundMethod = pulumi.output.bind(null, 1);
let mutable = 1;
var hoisted = "hoisted";

class Plain {
  field = 1;
  arrow = () => this.field;
  async *[Symbol.asyncIterator]() {
    yield this.field;
  }
  static create() {
    return new this();
  }
}
abstract class Level0 {
  abstract name(): string;
  describe() {
    return `level ${this.name()}`;
  }
}
class Level1 extends Level0 {
  name() {
    return "1";
  }
}
class Level2 extends Level1 {
  name() {
    return `${super.name()}.2`;
  }
  describe() {
    return `${super.describe()}!`;
  }
}
class OwnError extends Error {
  constructor(readonly code: number) {
    super(`code ${code}`);
  }
}
class OwnList extends Array<number> {
  sum() {
    return this.reduce((a, b) => a + b, 0);
  }
}
function OldClass(this: any, name: string) {
  this.name = name;
}
OldClass.prototype.hello = function () {
  return `hello ${this.name}`;
};
OldClass.fromNothing = () => new (OldClass as any)("nothing");
const old = new (OldClass as any)("old");
const plain = new Plain();
const level2 = new Level2();

function counterOf(start: number) {
  let count = start;
  return { up: () => ++count, down: () => --count };
}
const counter = counterOf(5);
const inLoop: (() => number)[] = [];
for (let i = 0; i < 3; i++) inLoop.push(() => i * 2);
const inOf: (() => string)[] = [];
for (const word of ["a", "b"]) inOf.push(() => word);
function curried(a: number) {
  return (b: number) => (c: number) => a + b + c;
}
const adder = curried(1)(2);
const memo = (() => {
  const cache = new Map<number, number>();
  return (n: number): number => {
    if (!cache.has(n)) cache.set(n, n < 2 ? n : memo(n - 1) + memo(n - 2));
    return cache.get(n)!;
  };
})();
function first(): unknown {
  return second;
}
function second(): unknown {
  return third;
}
function third(): unknown {
  return first;
}
function withProperties() {
  return withProperties.limit;
}
withProperties.limit = 3;
function tag(parts: TemplateStringsArray, ...values: unknown[]) {
  return parts.raw.join("|") + values.length;
}
const shadow = "outer";

const kinds: { [name: string]: Function } = {
  ...modern,
  asyncMethod: withFunctions.later,
  bigint: () => big,
  boundMethod: () => boundMethod(),
  boundWithThis: (function (this: { a: number }, b: number) {
    return this.a + b;
  }).bind({ a: 1 }, 2),
  boxed: () => boxed,
  buffer: () => buffer,
  bytes: () => bytes,
  catchWithoutBinding: () => {
    try {
      JSON.parse("");
    } catch {
      return mutable;
    }
  },
  classInFunction: () => {
    class Local extends Plain {}
    return new Local().field;
  },
  classInstance: () => plain,
  closureInLoop: inLoop[1]!,
  closureInOf: inOf[1]!,
  closureShared: () => [counter.up(), counter.down()],
  comma: () => (mutable, size),
  computedMembers: () => withComputed,
  computedMemberUse: (key: string) => (withComputed as any)[key],
  configNumber: () => size,
  configObject: () => config,
  configSecret: () => secretConfig.get(),
  curried: adder,
  cyclicFunctions: () => first(),
  cyclicList: () => cyclicList,
  cyclicPair: () => left,
  date: () => date,
  deepFrozen: () => frozen,
  defaultOfCapture: (it = size, { a = mutable, ...rest } = {} as any) => [it, a, rest],
  destructuredList: ([a, , b = 2, ...rest]: number[]) => [a, b, rest],
  doWhile: () => {
    do mutable--; while (mutable > 0);
  },
  dynamicImport: () => import("zlib"),
  errorClass: () => new OwnError(1),
  exponent: (x: number) => x ** size,
  extendedList: () => extended,
  floats: () => floats,
  forIn: (it: object) => {
    for (const key in it) if (key === hoisted) return key;
  },
  functionExpression: function own(): unknown {
    return own;
  },
  functionProperties: withProperties,
  generatorMethod: withFunctions.each,
  getterOfObject: () => withFunctions.size,
  hoisted: () => hoisted,
  inheritance: () => level2.describe(),
  inheritanceOfLists: () => OwnList.from([1, 2]),
  inherits: () => inherits,
  inheritsUse: () => inherits.inherited(),
  instanceMethod: level2.describe,
  labels: () => {
    outer: for (const a of [1, 2]) {
      for (const b of [1, 2]) {
        if (a === b) continue outer;
        if (a > b) break outer;
      }
    }
  },
  map: () => map,
  mapUse: () => map.get("a"),
  memo,
  methodOfModule: () => path.join("a", "b"),
  moduleDeep: () => zlib.constants.Z_BEST_SPEED,
  moduleEvents: () => new events.EventEmitter(),
  moduleHelper: () => helpers.add(size, 1),
  moduleInside: () => {
    const inner = require("os");
    return inner.EOL + typeof require("./helpers");
  },
  modulePulumi: () => pulumi.output(1),
  moduleUtil: () => util.inspect(crypto.constants),
  nestedOutputs: () => nestedOutputs.list[0]!.get(),
  nullPrototype: () => nothingToSee,
  numbers: () => numbers,
  oldClass: () => old.hello(),
  oldClassItself: () => OldClass.fromNothing(),
  optionalCalls: (it?: any) => it?.run?.()?.[0] ?? hoisted,
  output: () => output.get().deep.list,
  outputLifted: () => output.deep.list[0]!.get(),
  outputOfSecret: () => secretOutput.get().password,
  parametersShadow: (shadow: string, path = shadow) => [shadow, path],
  promise: () => later,
  proxy: () => proxied.a,
  quotes: () => quotes,
  recursionOfThree: (n: number): number => n > 0 ? (kinds["recursionOfThree"] as any)(n - 1) : size,
  regular: () => sticky.exec("ab"),
  returnsClass: () => class {},
  secretDirect: () => pulumi.secret(1),
  setterOf: Object.getOwnPropertyDescriptor(withFunctions, "size")!.set!,
  shadowInBlock: () => {
    {
      const shadow = 1;
      if (shadow) return hoisted;
    }
    return shadow;
  },
  sparse: () => sparse,
  staticThis: () => Plain.create(),
  superChain: Level2,
  symbolMembers: () => withSymbols,
  symbolUse: () => (withSymbols as any)[shared],
  taggedOwn: () => tag`a${size}b${mutable}`,
  thisArrow: plain.arrow,
  throwsExpression: () => {
    throw new OwnError(size);
  },
  typeofCapture: () => typeof mutable + typeof map,
  unicodeNames: () => {
    const größe = 1, $ = 2, _ = 3;
    return größe + $ + _;
  },
  voidAndDelete: (it: any) => [void 0, delete it.a, +it, !it, ~1, "a" in it],
  weak: () => weak,
  writesCapture: () => {
    mutable = size;
    [mutable] = [mutable + 1];
    ({ a: mutable } = { a: 2 });
  },
  yieldsAll: function* () {
    yield* [size, ...(yield* inOf)];
  },
};

/** Functions that the SDK makes itself, with options. */
const factories: { [name: string]: () => Promise<{ text: string; exportName?: string }> } = {
  exportName: () => pulumi.runtime.serializeFunction(kinds["comma"]!, { exportName: "main" }),
  factory: () =>
    pulumi.runtime.serializeFunction(() => {
      const count = size;
      return () => count;
    }, { isFactoryFunction: true }),
  serialize: () =>
    pulumi.runtime.serializeFunction(kinds["configNumber"]!, { serialize: (it: unknown) => it !== size }),
};

async function texts() {
  const all: { [name: string]: string } = {};
  const add = async (name: string, serialized: Promise<{ text: string; exportName?: string }>) => {
    all[name] = await serialized.then((it) => `${it.exportName}\n${it.text}`, (failure) => `! ${failure.message}`);
  };
  for (const [name, kind] of Object.entries(kinds)) {
    await add(name, pulumi.runtime.serializeFunction(kind, { allowSecrets: true }));
  }
  for (const [name, make] of Object.entries(factories)) await add(`by ${name}`, make());
  await add("secret that is not allowed", pulumi.runtime.serializeFunction(kinds["outputOfSecret"]!));
  return all;
}

// The texts are public, so that the outputs show them.
export const serialized = pulumi.unsecret(pulumi.output(texts()));
