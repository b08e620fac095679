// Classes whose modules are evaluated when they are first used: streams are large, and most programs
// that import node:fs make none.

import { core } from "../../web/ops.ts";

// deno-lint-ignore no-explicit-any
type Class = (new (...args: any[]) => any) & ((...args: any[]) => any);

/** Behaves as the class `name` of a module in every respect, `extends` and `instanceof` included. */
export function lateClass<C>(module: string, name: string): C {
  const load = (): Class => core.createLazyLoader(module)()[name] as Class;
  const late: Class = new Proxy(function () {} as unknown as Class, {
    get: (_target, key) => Reflect.get(load(), key),
    set: (_target, key, value) => Reflect.set(load(), key, value),
    has: (_target, key) => Reflect.has(load(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(load()),
    apply: (_target, self, args) => Reflect.apply(load(), self, args),
    construct: (_target, args, target) => Reflect.construct(load(), args, target === late ? load() : target),
  });
  return late as C;
}
