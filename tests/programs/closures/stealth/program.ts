import { check } from "../check.ts";
const source = (f: unknown) => String(f);
/* $lumi_cell_0 /*lumi*/
function make(start: number) {
  let n = start;
  return { up: () => ++n, read: () => n, fail: () => { throw new Error(`at ${n}`); } };
}
class K {
  x = 1;
  arrow = (a: number, b = 2) => this.x + a + b;
  method() { return [() => this.x, () => new.target]; }
  static s = () => this;
}
const made = make(1), k = new K();
const position = (f: () => unknown) => {
  try { f(); return "nothing"; } catch (error) { return (error as Error).stack!.split("\n").slice(0, 3).join("\n"); }
};
console.log(JSON.stringify({
  texts: [make, made.up, made.read, made.fail, K, k.arrow, k.method, k.method()[0], K.s].map(source),
  names: [make, made.up, made.read, made.fail, K, k.arrow, k.method, k.method()[0], K.s].map((it: any) => [it.name, it.length]),
  own: [Object.getOwnPropertyNames(made), Object.getOwnPropertyNames(k), Object.getOwnPropertyNames(K), "prototype" in k.arrow],
  globals: Object.getOwnPropertyNames(globalThis).filter((it) => it.includes("lumi")),
}));
console.log(position(made.fail));
function deep() { let inside = 1; const go = () => { inside++; null!.x; }; return go; }
console.log(position(deep()));
class Thrower { v = 1; go = () => { if (this.v) throw new TypeError("in arrow"); }; }
console.log(position(new Thrower().go));
