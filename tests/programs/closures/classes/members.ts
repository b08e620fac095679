import { check } from "../check.ts";

const suffix = "!";
const key = Symbol("key");
const names = { first: "computedFirst" };
class Counter {
  static count = 0;
  static registry = new Map<string, Counter>();
  static { this.registry.set("initial", new Counter("initial")); }
  static create(name: string) {
    Counter.count++;
    const made = new Counter(name);
    this.registry.set(name, made);
    return made;
  }
  constructor(readonly name: string) {}
}
Counter.create("before");
class Accessors {
  value = 1;
  get double() { return this.value * 2; }
  set double(it: number) { this.value = it / 2; }
  static get shared() { return `shared${suffix}`; }
}
const accessors = new Accessors();
class Names {
  [names.first]() { return "computed"; }
  [key] = "symbol field";
  ["literal name"]() { return "literal"; }
  static [`${names.first}Static`] = "static computed";
  1() { return "one"; }
}
const Anonymous = class { say() { return "anonymous"; } };
const Inner = class Self { me() { return Self.name; } };
class Money {
  constructor(readonly cents: number) {}
  [Symbol.toPrimitive](hint: string) { return hint === "string" ? `$${this.cents / 100}` : this.cents; }
  *[Symbol.iterator]() { yield this.cents; }
  async *[Symbol.asyncIterator]() { yield this.cents; }
  static [Symbol.hasInstance](it: any) { return typeof it?.cents === "number"; }
  toJSON() { return { money: this.cents }; }
  get [Symbol.toStringTag]() { return "Money"; }
}
const money = new Money(250);
class Species extends Array { static get [Symbol.species]() { return Array; } }
class Fluent {
  steps: string[] = [];
  add(step: string) { this.steps.push(step); return this; }
  handler = (name: string) => this.add(name).steps.length;
  static from(...steps: string[]) { return steps.reduce((it, step) => it.add(step), new this()); }
}
const fluent = Fluent.from("a", "b");
class Config { readonly options = { deep: { value: 1 } }; optional?: string; declare ghost: string; }
const config = Object.freeze(new Config());
class Singleton { static #instance?: Singleton; static get() { return (this.#instance ??= new Singleton()); } }
Accessors.prototype.toString = function () { return `patched ${this.value}`; };
(Fluent as any).added = "later";

await check("statics", () => [Counter.count, Counter.registry.size, Counter.create("new").name, Counter.count, [...Counter.registry.keys()]]);
await check("accessors", () => { accessors.double = 10; return [accessors.value, accessors.double, Accessors.shared]; });
await check("anonymous-class", () => [new Anonymous().say(), new Inner().me(), Anonymous.name]);
await check("primitive", () => [`${money}`, +(money as any) + 1, JSON.stringify(money), String(Object.prototype.toString.call(money))]);
await check("iterators", async () => { const found: number[] = [...money]; for await (const it of money) found.push(it); return found; });
await check("has-instance", () => [({ cents: 1 }) instanceof Money, ({}) instanceof Money]);
await check("species", () => [new Species(1, 2).map((it) => it) instanceof Species, new Species(1, 2).length]);
await check("fluent", () => [fluent.steps, fluent.handler("c"), Fluent.from("x").steps]);
await check("frozen-instance", () => [Object.isFrozen(config), config.options.deep.value, config instanceof Config, "optional" in config]);
await check("singleton", () => Singleton.get() === Singleton.get());
await check("patched", () => [String(accessors), (Fluent as any).added]);
await check("instance-and-class", () => [accessors.constructor === Accessors, new Accessors().double, money.constructor === Money]);
await check("bound-method", fluent.add.bind(fluent), "bound");
await check("class-itself", Object.assign((x: number) => new Money(x).cents, { Money }), 3);
