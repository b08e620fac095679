import { check } from "../check.ts";
import { compose, debounceLike, memoise, pipe, retry } from "./helpers.ts";

const curry = (a: number) => (b: number) => (c: number) => [a, b, c];
const addOne = curry(1)(2);
const composed = compose((x: number) => x + 1, (x: number) => x * 2);
const piped = pipe(String, (it) => `${it}!`, (it) => it.padStart(5, "."));
let calls = 0;
const memo = memoise((n: number) => {
  calls++;
  return n ** 2;
});
memo(3);
const retried = retry(async (attempt: number) => {
  if (attempt < 3) throw new Error("again");
  return `after ${attempt}`;
}, 5);
const limit = 2;
const table = { double: (x: number) => x * limit, triple: (x: number) => x * 3 } as Record<string, (x: number) => number>;
function isEven(n: number): boolean {
  return n === 0 || isOdd(n - 1);
}
function isOdd(n: number): boolean {
  return n !== 0 && isEven(n - 1);
}
const iife = (() => {
  const secret = Math.PI;
  return { floor: () => Math.floor(secret) };
})();
const withDefault = (x: number, f = addOne) => f(x);
function tag(strings: TemplateStringsArray, ...values: unknown[]) {
  return [strings.raw.join("|"), [...strings], values, Object.isFrozen(strings)];
}
const seen = new Set<unknown>();
const once = () => {
  const site = ((s: TemplateStringsArray) => s)`same`;
  const isNew = !seen.has(site);
  seen.add(site);
  return isNew;
};
const visitor = { visit(node: any): number { return node.value + (node.children ?? []).reduce((sum: number, it: any) => sum + this.visit(it), 0); } };
const Y = (f: any) => ((x: any) => x(x))((x: any) => f((n: number) => x(x)(n)));
const factorial = Y((self: any) => (n: number) => (n < 2 ? 1 : n * self(n - 1)));
const events = debounceLike();
events.on((it) => `seen ${it}`);

await check("curried", addOne, 3);
await check("composed", composed, 4);
await check("piped", piped, 42);
await check("memoised", () => [memo(3), memo(4), memo(4)]);
await check("retried", () => retried());
await check("table", (name: string) => table[name](5), "triple");
await check("mutual", () => [isEven(10), isOdd(7), isEven(7)]);
await check("iife", iife.floor);
await check("default-function", withDefault, 9);
await check("tagged", () => tag`a\n${1}b${{ x: 2 }}\u0041`);
await check("tag-caching", () => [once(), once()]);
await check("callbacks", () => [3, 1, 2].map((it) => it * limit).filter(isEvenly).sort((a, b) => b - a));
await check("visitor", () => visitor.visit({ value: 1, children: [{ value: 2 }, { value: 3, children: [{ value: 4 }] }] }));
await check("y-combinator", () => factorial(5));
await check("listeners", () => events.emit("event"));
function isEvenly(n: number) {
  return n % 2 === 0;
}
