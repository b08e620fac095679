// `Function.prototype.toString`, without what the loader adds to some functions so that closures
// can be captured (src/closure/instrument.rs).

// Only what the loader writes, for the program may have such a comment: cells, and what
// stands before and behind an arrow.
const cell = String.raw`function \$lumi_cell_\d+\(\)\{\$lumi_cell_\d+\}`;
const before = String.raw`\(\((?:\$lumi_this|\$lumi_target|,)+\)=>\(\(\)=>[\[\]$\w,]+,(?:\{\["(?:[^"\\]|\\.)*"\]:)?`;
const behind = String.raw`(?:\}\["(?:[^"\\]|\\.)*"\])?\)\)\(this(?:,new\.target)?\)`;
const added = new RegExp(
  String.raw`/\*\$lumi\{\*/(?:;${cell}|\{return\(|\);${cell}\}|${before}|${behind})/\*\}\$lumi\*/`,
  "g",
);
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
