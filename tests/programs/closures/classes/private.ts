import { check } from "../check.ts";

class Vault {
  #secret: string;
  #log: string[] = [];
  static #made = 0;
  static get made() { return Vault.#made; }
  static #stamp(text: string) { return `${text}#${Vault.#made}`; }
  constructor(secret: string) { this.#secret = secret; Vault.#made++; }
  read() { this.#note("read"); return this.#secret; }
  #note(text: string) { this.#log.push(Vault.#stamp(text)); }
  get #size() { return this.#log.length; }
  set #size(n: number) { this.#log.length = n; }
  get log() { return [...this.#log]; }
  clear() { this.#size = 0; return this.#size; }
  static isVault(it: object) { return #secret in it; }
  same(other: Vault) { return this.#secret === other.#secret; }
}
const vault = new Vault("s3cret");
vault.read();
const second = new Vault("second");
class Base {
  #id = 1;
  protected shared = "shared";
  id() { return this.#id++; }
}
class Sub extends Base {
  #id = "sub";
  name = `n${this.id()}`;
  both() { return [this.id(), this.#id]; }
}
const sub = new Sub();
sub.id();
class Linked {
  #next?: Linked;
  constructor(readonly value: number) {}
  link(it: Linked) { this.#next = it; return it; }
  list(): number[] { const found = [this.value]; for (let at = this.#next; at && at !== this; at = at.#next) found.push(at.value); return found; }
}
const ring = new Linked(1);
ring.link(new Linked(2)).link(new Linked(3)).link(ring);
class Strict {
  #options;
  static calls = 0;
  constructor({ size, label = "none" }: { size: number; label?: string }) {
    if (size < 1) throw new Error("size");
    Strict.calls++;
    this.#options = { size, label };
  }
  describe() { return `${this.#options.label} ${this.#options.size}`; }
}
const strict = new Strict({ size: 3 });
class PrivateError extends Error { #code = 7; get code() { return this.#code; } }
const privateError = new PrivateError("p");
class PrivateMap extends Map { #hits = 0; get(key: unknown) { this.#hits++; return super.get(key); } get hits() { return this.#hits; } }
const privateMap = new PrivateMap([["k", "v"]]);
privateMap.get("k");
const frozen = Object.freeze(new Vault("frozen"));

await check("fields", () => [vault.read(), vault.log]);
await check("methods", () => [vault.read(), vault.clear(), vault.log]);
await check("static-private", () => [Vault.made, new Vault("x").read(), Vault.made]);
await check("brand", () => [Vault.isVault(vault), Vault.isVault({}), vault.same(second), vault.same(vault)]);
await check("two-classes", () => [sub.both(), sub.name, sub instanceof Base]);
await check("private-cycle", () => ring.list());
await check("no-constructor", () => [strict.describe(), Strict.calls, new Strict({ size: 1, label: "l" }).describe(), Strict.calls]);
await check("private-error", () => [privateError.code, privateError.message, privateError instanceof PrivateError]);
await check("private-map", () => [privateMap.hits, privateMap.get("k"), privateMap.hits]);
await check("frozen-private", () => [frozen.read(), Object.isFrozen(frozen)]);
await check("bound-private", vault.read.bind(second));
