// `Function.prototype.toString`, without what the loader adds to some functions so that closures
// can be captured (src/closure/instrument.rs).

const added = /\/\*\$lumi\{\*\/[^]*?\/\*\}\$lumi\*\//g;
const { apply } = Reflect;
const { replace, includes } = String.prototype;
const native = Function.prototype.toString;

const patched = {
  toString(this: unknown): string {
    const text: string = apply(native, this === patched ? native : this, []);
    return apply(includes, text, ["/*$lumi{*/"]) ? apply(replace, text, [added, ""]) : text;
  },
}.toString;

Object.defineProperty(Function.prototype, "toString", {
  value: patched,
  enumerable: false,
  configurable: true,
  writable: true,
});
