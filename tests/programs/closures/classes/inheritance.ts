import { check } from "../check.ts";

class A {
  a = 1;
  who() { return "A"; }
}
class B extends A {
  b = this.a + 1;
  who() { return `B${super.who()}`; }
}
class C extends B {
  c = [this.a, this.b];
  constructor(public d = 4) { super(); }
  who() { return `C${super.who()}`; }
}
const c = new C(7);
class HttpError extends Error {
  name = "HttpError";
  constructor(readonly status: number, options?: ErrorOptions) { super(`status ${status}`, options); }
}
const httpError = new HttpError(500, { cause: new Error("root") });
class Stack<T> extends Array<T> {
  top() { return this[this.length - 1]; }
}
const stack = Stack.from([1, 2, 3]) as Stack<number>;
class Bag extends Map<string, number> {
  add(key: string) { return this.set(key, (this.get(key) ?? 0) + 1); }
}
const bag = new Bag();
bag.add("x").set("y", 5);
class Tags extends Set<string> { joined() { return [...this].join(); } }
const tags = new Tags(["p", "q"]);
type Constructor = new (...args: any[]) => any;
const Timed = <T extends Constructor>(Base: T) => class extends Base { stamp = 42; when() { return `${this.stamp} ${super.who()}`; } };
const Named = <T extends Constructor>(Base: T) => class Named extends Base { label = "named"; };
class Mixed extends Named(Timed(A)) { own = true; }
const mixed = new Mixed();
class Empty extends (null as any) { static hello() { return "from null"; } }
class Task extends Promise<number> {}
class Weird extends (class { base() { return "anonymous base"; } }) { self() { return this.base(); } }
function Legacy(this: any, n: number) { this.n = n; }
Legacy.prototype.read = function () { return this.n; };
class Modern extends (Legacy as any) { more() { return (this as any).read() + 1; } }
const modern = new Modern(9);
class When extends Date { year() { return this.getUTCFullYear(); } }
const when = new When(0);
const child = Object.create(C.prototype, { a: { value: 100, enumerable: true } });

await check("levels", () => [c.who(), c.c, c.d, c instanceof A, new C().d]);
await check("error", () => [httpError.status, httpError.message, httpError.name, (httpError.cause as Error).message, httpError instanceof HttpError, new HttpError(1) instanceof Error]);
await check("array", () => [stack.top(), stack.length, stack instanceof Stack, stack.map((it) => it * 2) instanceof Stack]);
await check("map", () => [bag.get("x"), bag.add("x").get("x"), bag.get("y"), bag instanceof Map]);
await check("set", () => [tags.joined(), tags instanceof Tags]);
await check("mixins", () => [mixed.when(), mixed.label, mixed.own, new Mixed().stamp]);
await check("extends-null", () => [Empty.hello(), Object.getPrototypeOf(Empty.prototype)]);
await check("promise", async () => [await Task.resolve(3), Task.resolve(1) instanceof Task]);
await check("anonymous-base", () => new Weird().self());
await check("function-base", () => [modern.more(), new Modern(1).more(), modern instanceof (Legacy as any)]);
await check("date", () => [when.year(), when instanceof When]);
await check("created", () => [child.who(), child.a, child instanceof C]);
await check("prototype-names", () => Object.getOwnPropertyNames(C.prototype));
