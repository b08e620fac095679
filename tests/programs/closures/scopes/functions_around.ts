import { check } from "../check.ts";

const prefix = "p";
function outer(a: number) {
  const b = a + 1;
  return function middle(c: number) {
    let d = c * 2;
    return (e: number) => {
      d += e;
      return [prefix, a, b, c, d, e];
    };
  };
}
const factory = (options: { name: string; retries?: number }) => {
  const { name, retries = 3, ...rest } = options as any;
  return { handler: () => [name, retries, rest], name: () => name };
};
const counter = (start: number) => {
  let count = start;
  return { increment: () => ++count, read: () => count, reset: (to = start) => (count = to) };
};
const shared = counter(10);
shared.increment();
const other = counter(100);
const [incrementAlone, readAlone] = (() => {
  let n = 1;
  return [() => ++n, () => n];
})();
function defaults(a = 1, b = a + 1, c = () => a + b, { d = b, e: [f = d] = [] as number[] } = {}) {
  return () => [a, b, c(), d, f];
}
const withDefaults = defaults();
const someDefaults = defaults(5, undefined, undefined, { d: 9 });
const scopeOfDefaults = (() => {
  const x = "outer";
  return (read = () => x) => {
    const x = "inner";
    return [read(), x];
  };
})();
const [first, , third = "default", ...others] = [1, 2, undefined, 4, 5];
const { p: renamed, q: { r = "r" } = {} as any, ["comp" + "uted"]: computed, ...remaining } = { p: 1, computed: 2, s: 3, t: 4 } as any;
let swapped = 1, other2 = 2;
[swapped, other2] = [other2, swapped];
const shadow = "module";
const shadows = ((shadow: string) => {
  const outerShadow = shadow;
  {
    const shadow = "block";
    return () => {
      const inner = shadow;
      return ((shadow) => [outerShadow, inner, shadow])("argument");
    };
  }
})("parameter");
const recursive = (() => {
  const inner = (n: number): number => (n <= 1 ? 1 : n * inner(n - 1));
  return inner;
})();
let reassigned = () => "first";
const before = reassigned;
reassigned = () => `second after ${before()}`;
const vars = (() => {
  var functions = [];
  for (var i = 0; i < 3; i++) functions.push(() => i);
  return functions;
})();
function withArguments(this: unknown) {
  const all = arguments;
  return () => [all.length, all[0], Array.from(all)];
}
const fromArguments = (withArguments as any).call(null, "x", "y");

await check("three-levels", outer(1)(10), 5);
await check("factory", () => [factory({ name: "new" }).handler(), factory({ name: "a", retries: 1, extra: true } as any).handler()]);
await check("factory-made", factory({ name: "made", z: 1 } as any).handler);
await check("shared-counter", () => [shared.increment(), shared.read(), shared.reset(), shared.increment(), shared.read()]);
await check("two-counters", () => [shared.increment(), other.increment(), shared.read(), other.read()]);
await check("pair", () => [incrementAlone(), readAlone(), incrementAlone(), readAlone()]);
await check("default-parameters", withDefaults);
await check("given-parameters", someDefaults);
await check("scope-of-defaults", scopeOfDefaults);
await check("array-pattern", () => [first, third, others]);
await check("object-pattern", () => [renamed, r, computed, remaining]);
await check("assigned-pattern", () => [swapped, other2]);
await check("shadowing", shadows);
await check("shadowed-outside", () => [shadow, shadows()]);
await check("recursive-constant", recursive, 5);
await check("reassigned", () => reassigned());
await check("var-in-loop", () => vars.map((it) => it()));
await check("captured-arguments", fromArguments);
