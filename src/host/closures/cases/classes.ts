//# statics and instances
class Point {
  static origin = new Point(0, 0);
  static made = 0;
  static of(x: number) { Point.made++; return new Point(x, 0); }
  readonly x: number; y: number;
  constructor(x: number, y: number) { this.x = x; this.y = y; }
  get length() { return Math.hypot(this.x, this.y); }
}
const point = new Point(3, 4);
export const handler = () => point.length + Point.made;
//# private
class Account {
  static #count = 3;
  #balance: number;
  #log() { return this.#balance; }
  get #twice() { return 2 * this.#balance; }
  constructor(balance: number) { this.#balance = balance; Account.#count++; }
  show() { return this.#log() + this.#twice + Account.#count; }
}
const account = new Account(5);
export const handler = () => account.show();
//# inherited private
class Base { #p = "base"; base() { return this.#p; } }
class Derived extends Base { #p = "derived"; own() { return this.#p; } }
const both = new Derived();
export const handler = () => both.own() + both.base();
//# inheritance
class A { hi() { return "a"; } }
class B extends A { override hi() { return super.hi() + "b"; } }
const mixin = (K: typeof A) => class extends K { extra = 1; };
class C extends mixin(B) {}
export const handler = () => new C().hi();
//# extends null, added, changed
class N extends (null as any) { static x() {} }
class P { keep() {} } (P.prototype as any).added = () => 1; (P as any).late = 2;
P.prototype.keep = function replaced() {};
export const handler = () => [N, P];
//# only static parts use it
const heavy = new WeakMap();
class K { static table = (heavy.set({}, 1), 1); static { heavy.has({}); } run() { return K.table; } }
export const handler = () => new K().run();
//# expression and static method
const Named = class Inner { static who() { return Inner.name; } };
export const handler = () => Named.who();
//# prototypes as values
class K { m() {} }
const proto = K.prototype;
const made = Object.create(proto);
export const handler = () => [proto, made];
//# detached methods
class K { plain() { return 1; } value = 1; uses() { return K.name; } }
const { plain, uses } = new K();
const method = K.prototype.uses;
export const handler = () => [plain, uses, method];
//# detached method with its class
class K { #p = 1; m() { return this.#p; } static s() {} get g() { return 1; } }
const m = K.prototype.m;
const get = Object.getOwnPropertyDescriptor(K.prototype, "g")!.get;
export const handler = () => [m, K, K.s, get];
//# detached method that finds its class
class K { #p = 1; m(other: K) { return K.length + other.#p; } }
const m = K.prototype.m;
export const handler = () => m;
//# detached method that does not
const m = (() => { class K { #p = 1; m() { return this.#p; } } return K.prototype.m; })();
export const handler = () => m;
//# arrow with private
class K { #p = 1; f() { return () => this.#p; } }
export const handler = new K().f();
//# accessors
class K { get a() { return 1; } set a(v) {} static get b() { return 2; } }
export const handler = () => K;
//# computed names
const key = "k", other = Symbol("o");
class K { [key]() { return 1; } static [other] = 2; [`${key}2`] = 3; }
export const handler = () => [new K(), key];
//# computed names without other uses
const key = "k";
class K { [key]() { return 1; } }
export const handler = () => new K();
//# static private fields keep what they hold
const start = 5;
class K { static #n = start; static next() { return K.#n++; } }
export const handler = () => K.next();
//# computed names of fields without other uses
const key = "k";
class K { [key] = 1; }
export const handler = () => new K();
//# computed names of methods with more in them
const key = "k";
class K { static ["a" + key]() { return 1; } }
export const handler = () => K;
