import { check } from "../check.ts";

let total = 0;
const add = (n: number) => (total += n);
const read = () => total;
add(5);
function make() {
  let state = { calls: 0 };
  let label = "initial";
  function touch() {
    state.calls++;
    label += "!";
    return [state.calls, label];
  }
  function look() {
    return [state, label];
  }
  function replace() {
    state = { calls: 100 };
  }
  return { touch, look, replace };
}
const one = make();
const two = make();
one.touch();
const cells = Array.from({ length: 3 }, (_, index) => {
  let value = index;
  return { set: (to: number) => (value = to), get: () => value, same: () => [value, index] };
});
class Account {
  balance = 0;
  constructor(readonly log: string[]) {}
  deposit(n: number) {
    this.balance += n;
    this.log.push(`+${n}`);
    return this.balance;
  }
}
const log: string[] = [];
const account = new Account(log);
account.deposit(3);
const cache = new Map<number, number>();
function fib(n: number): number {
  if (n < 2) return n;
  const known = cache.get(n);
  if (known !== undefined) return known;
  const value = fib(n - 1) + fib(n - 2);
  cache.set(n, value);
  return value;
}
fib(10);
let handlers: Record<string, () => unknown> = {};
handlers.a = () => Object.keys(handlers);
handlers.b = () => handlers.a();
let setLater: string;
const usesLater = () => setLater;
setLater = "set";
var counter = (function () {
  var n = 0;
  return { get next() { return n++; }, peek() { return n; } };
})();
let parameterState = ((n: number) => [() => n++, () => n])(7);

await check("module-variable", () => [add(1), read(), add(2), read(), total]);
await check("two-functions", () => [one.touch(), one.look(), one.replace(), one.look()]);
await check("instances-apart", () => [one.touch(), two.touch(), one.look(), two.look()]);
await check("cells", () => {
  cells[0].set(50);
  return [cells[0].get(), cells[1].get(), cells[0].same(), cells[2].same()];
});
await check("object-state", () => [account.deposit(2), log, account.log === log]);
await check("memo", () => [fib(50), cache.size]);
await check("handlers", () => [handlers.a(), handlers.b()]);
await check("set-later", usesLater);
await check("getter-state", () => [counter.next, counter.next, counter.peek()]);
await check("parameter-state", () => [parameterState[0](), parameterState[0](), parameterState[1]()]);
await check("assigned-inside", () => {
  total = 1000;
  return read();
});
