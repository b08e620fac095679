//# module variables are shared
let count = 0;
const step = 2;
function next() { return count += step; }
export const handler = () => [next(), count];
//# factory
function make(greeting: string) { const suffix = "!"; return (name: string) => greeting + name + suffix; }
export const handler = make("hi ");
//# counter shares its variable
function counter() { let n = 0; return { up: () => ++n, get: () => n }; }
const a = counter(), b = counter();
export const handler = () => [a, b];
//# loops have variables of their own
const all: any[] = [];
for (let i = 0; i < 2; i++) all.push(() => i);
for (const x of ["a", "b"]) all.push(() => x);
export const handler = () => all;
//# loop variable that is assigned to
const all: any[] = [];
for (let i = 0; i < 2; i++) { all.push(() => i++, () => i); }
export const handler = () => all;
//# catch, switch, block
const all: any[] = [];
try { throw { code: 1 }; } catch (error) { all.push(() => error); }
switch (1 as number) { case 1: const inside = "s"; all.push(() => inside); }
{ const block = "b"; all.push(() => block); }
export const handler = () => all;
//# parameters
function make(a = 1, { b, c: [d] }: any = { b: 2, c: [3] }, ...rest: number[]) { return () => [a, b, d, rest]; }
export const handler = make(undefined, undefined, 4, 5);
//# shadowing
const x = "outer";
function make() { const x = "inner"; return () => x; }
const inner = make();
export const handler = () => [x, inner];
//# arguments
function make(_a: number, _b: string) { return () => arguments.length; }
export const handler = make(1, "a");
//# named function expressions and recursion
const factorial = function self(n: number): number { return n < 2 ? 1 : n * self(n - 1); };
function even(n: number): boolean { return n === 0 || odd(n - 1); }
function odd(n: number): boolean { return n !== 0 && even(n - 1); }
export const handler = () => [factorial(3), even(2)];
//# dead zone
let make: any;
switch (1 as number) { case 0: const later = 1; case 1: make = () => later; }
export const handler = () => make();
//# hidden by a later block
function make() { const all = []; for (const k in { a: 1, b: 2 }) { let v = k; v += "!"; all.push(() => v); } return all; }
const all = make();
export const handler = () => all.map((f) => f());
//# a line separator in a string
const text = "a b";
function counter() { let n = 0; return { up: () => ++n, text }; }
export const handler = counter().up;

//# helpers beside a function
function make(tag: string) {
  let count = 0;
  const add = () => { count += 1; return tag; };
  {
    const inner = (() => count);
    const named = function self(): unknown { return self.name + inner(); };
    return () => [add(), inner(), named()];
  }
}
make("other");
export const handler = make("mine");

//# helpers beside a function, in loops
const handlers: (() => unknown)[] = [];
for (let index = 0; index < 2; index++) {
  let sum = index;
  const add = () => sum += index;
  const both = () => [add(), add()];
  handlers.push(() => [both(), add()]);
}
export const handler = () => handlers.map((it) => it());

//# helpers beside a function, with this
class Box {
  value = 1;
  make() {
    const read = () => this.value;
    const twice = () => read() * 2;
    const inner = { value: 5, make() { const other = () => this.value; return () => other() + twice(); } };
    return [() => twice() + read(), inner.make()];
  }
}
export const handler = ((both) => () => both)(new Box().make());
