import { check } from "../check.ts";

class Service {
  name = "service";
  field = () => this.name;
  nested = () => () => [this.name, (() => this.name.length)()];
  bound: () => string;
  constructor() {
    this.bound = () => `bound ${this.name}`;
    this.fromBlock = [1].map((it) => () => this.name + it)[0];
  }
  fromBlock: () => string;
  inMethod() {
    return () => this.name;
  }
  static title = "static";
  static arrow = () => this.title;
  static make() {
    return () => this.title;
  }
  get viaGetter() {
    return () => this.name;
  }
  async inAsync() {
    return () => this.name;
  }
}
class Derived extends Service {
  extra: () => string;
  constructor() {
    super();
    this.name = "derived";
    this.extra = () => `${this.name} extra`;
  }
}
const service = new Service();
const derived = new Derived();
const object = {
  label: "object",
  arrowFromMethod() {
    return () => this.label;
  },
  deep() {
    return { make: () => ({ run: () => this.label }) };
  },
};
function Old(this: any) {
  this.kind = "old";
  this.read = () => this.kind;
}
Old.prototype.shout = function () {
  return this.kind.toUpperCase();
};
const old = new (Old as any)();
const fromAsync = await service.inAsync();
function plainThis(this: unknown) {
  return this === undefined ? "undefined" : typeof this;
}
const topArrow = () => typeof this;
function targets(this: unknown) {
  const arrow = () => new.target === undefined;
  return arrow;
}
function target(this: any) {
  this.made = () => new.target === target;
}
const isTarget = new (target as any)().made;
const withArguments = (function (..._: unknown[]) {
  return () => Array.from(arguments);
})("a", 2);
const counter = {
  n: 0,
  start() {
    return { up: () => ++this.n, read: () => this.n };
  },
};
const up = counter.start();

await check("field", service.field);
await check("nested-arrows", service.nested());
await check("in-constructor", service.bound);
await check("in-callback", service.fromBlock);
await check("from-method", service.inMethod());
await check("static-arrow", Service.arrow);
await check("static-method", Service.make());
await check("from-getter", service.viaGetter);
await check("from-async", fromAsync);
await check("derived-field", derived.field);
await check("derived-constructor", derived.extra);
await check("object-method", object.arrowFromMethod());
await check("deep-object", object.deep().make().run);
await check("old-style", () => [old.read(), old.shout(), old instanceof (Old as any)]);
await check("no-this", plainThis);
await check("this-at-top", topArrow);
await check("no-target", (targets as any)());
await check("target", () => isTarget());
await check("arguments", withArguments);
await check("shared-this", () => [up.up(), up.read(), counter.n]);
