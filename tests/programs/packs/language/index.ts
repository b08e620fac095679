// Each kind of statement and expression that LumiIL has.

import * as lumi from "lumi";
import { Config, CustomResource, interpolate } from "lumi";
import { fs } from "lumi/std";
import data from "./data.json" with { type: "json" };
import notes from "./notes.txt" with { type: "text" };
import makeShape, { Circle, counted as count, type Shape, Square } from "./shapes.ts";
import * as text from "./text/format.ts";

const size = new Config().requireNumber("size");
let total = 0;
const parts: string[] = [];

enum Level {
  Low,
  Middle = 5,
  High,
  Named = "named",
  Computed = Level.High * 2,
}

interface Entry<T = string> {
  readonly name: T;
  size?: number;
  "odd-name": [string, number] | null;
}

type Table = Record<string, Entry> & { [key: string]: unknown };

for (let index = 0, step = 1; index < size; index += step) {
  if (index === 1) continue;
  total += index;
}
for (const [key, value] of Object.entries(data.nested)) parts.push(`${key}=${JSON.stringify(value)}`);
for (const key in { a: 1, "b-c": 2 }) parts.push(key);
outer: for (const a of [1, 2, 3]) {
  for (const b of [1, 2, 3]) {
    if (b === 2) continue outer;
    if (a === 3) break outer;
    parts.push(`${a}${b}`);
  }
}
let left = 3;
while (left > 0) left--;
do {
  ++left;
} while (left < 2);

function classify(value: unknown): string {
  switch (typeof value) {
    case "string":
    case "number": {
      const shown = String(value);
      return shown;
    }
    case "undefined":
      return "nothing";
    default:
      break;
  }
  try {
    if (value === null) throw new RangeError("null");
    return "object";
  } catch ({ message }) {
    return `caught ${message}`;
  } finally {
    total += 1;
  }
}

const { colors: [first = "none", ...others], nested: { deep, missing = "default" } = { deep: [] } }: any = data;
let swapA = 1, swapB = 2;
[swapA, swapB] = [swapB, swapA];
({ a: swapA } = { a: swapA + 1 });

const table: Table = { one: { name: "one", "odd-name": ["x", 1] } };
const maybe: { deep?: { call?: (it: string) => string; list?: number[] } } | undefined = table["none"] as undefined;
const chained = [maybe?.deep?.call?.("x"), maybe?.deep?.list?.[0], (maybe?.deep)?.list ?? "no list"];
const numbers = [1.5, 0, 1e21, 1e-7, -1, +"3", ~5, 2 ** -1, (-2) ** 2, 7 % 3, 1 << 4, -16 >> 2, -16 >>> 28];
const logic = [1 && 0 || 2, (null ?? 1) || 3, !(1 in [5, 6]), void 0, typeof table, 3 > 2 === true, (1, 2)];
const holes = [, 1, , 2, ,];
const regex = "a-b_c/d".replace(/[-_/]/g, (it) => (it === "/" ? "\\" : `<${it}>`));
let assigned: number | undefined;
assigned ??= 4;
assigned **= 2;
const counter = { value: 1 };
counter.value++;
const removed: Record<string, number> = { keep: 1, drop: 2 };
delete removed["drop"];
const fib = function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
};
const sum = (...values: number[]): number => values.reduce((a, b) => a + b, 0);
const shapes: Shape[] = [new Circle(2), new Square(3), makeShape("round")];

async function later<T>(value: T): Promise<T> {
  await Promise.resolve();
  for await (const it of [Promise.resolve(1)]) total += it;
  return value;
}

class Site extends lumi.ComponentResource {
  static readonly kind = "test:pack:Site";
  #pages = 0;
  readonly url: lumi.Property<string>;
  declare title: string;

  constructor(name: string, readonly content: Record<string, string> = {}, options?: lumi.ComponentResourceOptions) {
    super(Site.kind, name, { count: Object.keys(content).length }, options);
    for (const [path, body] of Object.entries(content)) this.#add(path, body);
    const { length } = Object.keys(this.content);
    this.url = interpolate`https://${name}/${this.pages}/${length}\n${"\u0041"}`;
    this.registerOutputs({ url: this.url });
  }

  get pages(): number {
    return this.#pages;
  }

  set pages(value: number) {
    this.#pages = value;
  }

  #add(path: string, body: string) {
    this.pages += 1;
    new fs.File(path, { path: `out/${path}`, content: body.trim() }, { parent: this });
  }

  static of(name: string): Site {
    return new this(name, { "index.html": "<p>\u00e4 `x` ${y}</p>" });
  }
}

class Blog extends Site {
  override get pages() {
    return super.pages + 1;
  }

  override set pages(value) {
    super.pages = value;
  }
}

const blog = new Blog("blog", { "post.html": notes });
const site = Site.of("site");
const level = Level[Level.High];

new CustomResource("test:pack:Thing", "thing", {
  size,
  parts,
  first,
  others,
  deep,
  missing,
  chained: chained.map(String),
  numbers,
  logic: logic.map(String),
  holes: holes.length,
  regex,
  assigned,
  "odd key": counter.value,
  [`computed-${size}`]: removed,
  fib: fib(10),
  sum: sum(1, ...[2, 3], ...new Set([4])),
  shapes: shapes.map(({ area, constructorName }) => ({ area, constructorName })),
  level: [level, Level.Computed, Level.Named],
  classified: [classify("x"), classify(1), classify(null), classify({}), classify(undefined)],
  formatted: text.title("hello world") + text.default(2),
  swapped: [swapA, swapB],
  nothing: undefined,
  waited: later("waited"),
  address: blog.url.then((url) => url.length),
}, { dependsOn: [site] });

if (total < 0) {
  parts.push("never");
} else if (total === 0) {
  parts.push("zero");
} else parts.push("more");

export { total, parts as pieces };
export const counted = count;
export const url = await later(site.url);
export { suffix as end } from "./text/format.ts";
export default interpolate`${blog.url} and ${site.url}`;
