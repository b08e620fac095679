import { check } from "../check.ts";

function show(this: any, ...args: unknown[]) {
  return [this?.name ?? null, ...args];
}
const holder = { name: "holder", show };
const bound = show.bind(holder);
const partial = show.bind(holder, 1, 2);
const twice = show.bind({ name: "first" }, "a").bind({ name: "second" }, "b");
const ofMethod = holder.show.bind(holder, "m");
class Point {
  constructor(readonly x: number, readonly y: number) {}
  sum() {
    return this.x + this.y;
  }
}
const OnX = Point.bind(null, 5);
const made = new OnX(6);
const sum = made.sum.bind(made);
const builtin = Math.max.bind(null, 10);
const join = Array.prototype.join.bind([1, 2, 3], "-");
const log = console.log.bind(console);
const arrow = ((a: number, b: number) => a * b).bind(null, 6);
const withMember = Object.assign(show.bind(holder), { extra: 1 });
const callLater = Function.prototype.call.bind(show);

await check("bound", bound, "x");
await check("partial", partial, 3);
await check("twice", twice, "c");
await check("of-method", ofMethod);
await check("constructor", () => [new OnX(1).sum(), new OnX(1) instanceof Point]);
await check("method-of-instance", sum);
await check("built-in", () => builtin(3, 20));
await check("bound-join", () => join());
await check("bound-log", () => typeof log);
await check("arrow", arrow, 7);
await check("names", () => [bound.name, bound.length, partial.length, twice.name]);
await check("with-member", () => [withMember.extra, withMember("w")]);
await check("bound-call", () => callLater({ name: "called" } as any, 1 as any));
