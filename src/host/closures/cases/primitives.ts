//# without parts
const all = [undefined, null, true, false, 1, -0, NaN, -Infinity, 12345678901234567890n,
  "text", "\ud800", Symbol.for("key"), Symbol("own"), Symbol(), Symbol.iterator, "text"];
export const handler = () => all;
//# wrapped
const all = [Object(1), Object("ab"), Object(true), Object(2n), Object(Symbol.for("a"))];
export const handler = () => all;
