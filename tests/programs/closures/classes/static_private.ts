import { check } from "../check.ts";

class Pool {
  static #instances: Pool[] = [];
  static #byName = new Map<string, Pool>();
  static #options = { size: 2 };
  static #format = (it: Pool) => `<${it.name}>`;
  constructor(readonly name: string) {
    Pool.#instances.push(this);
    Pool.#byName.set(name, this);
  }
  static names() { return Pool.#instances.map(Pool.#format); }
  static find(name: string) { return Pool.#byName.get(name); }
  static get size() { return Pool.#options.size; }
  static grow() { return ++this.#options.size; }
}
const a = new Pool("a");
new Pool("b");
class Once {
  static #made: Once | undefined;
  static get() { return (Once.#made ??= new Once()); }
}
const once = Once.get();

await check("objects", () => [Pool.names(), Pool.size, Pool.grow()]);
await check("instances", () => [Pool.find("a") === a, Pool.find("c") === undefined]);
await check("new-instance", () => { new Pool("c"); return Pool.names(); });
await check("singleton", () => Once.get() === once);
await check("no-trace", () => Object.getOwnPropertyNames(Pool).sort());
