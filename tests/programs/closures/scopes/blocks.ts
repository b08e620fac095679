import { check } from "../check.ts";

const list: (() => unknown)[] = [];
for (let i = 0; i < 3; i++) list.push(() => i);
const changed: (() => number)[] = [];
for (let i = 0; i < 3; i++) changed.push(() => ++i * 10);
const ofValues: (() => unknown)[] = [];
for (const value of ["a", "b", "c"]) ofValues.push(() => value);
const inKeys: (() => string)[] = [];
for (const key in { x: 1, y: 2 }) inKeys.push(() => key);
const whiles: (() => number)[] = [];
let turn = 0;
while (turn < 3) {
  let own = turn * 2;
  whiles.push(() => own++);
  turn++;
}
const headers: (() => number)[] = [];
for (let i = 0, next = () => i; i < 2; i++) headers.push(next);
const destructured: (() => unknown)[] = [];
for (const [key, { v }] of Object.entries({ a: { v: 1 }, b: { v: 2 } })) destructured.push(() => [key, v]);
const nested: (() => string)[] = [];
for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) nested.push(() => `${i}${j}`);
let caught: () => unknown = () => null;
try {
  throw new Error("inside");
} catch (error) {
  const text = (error as Error).message;
  caught = () => [text, (error as Error).message];
}
let caughtPattern: () => unknown = () => null;
try {
  throw { code: 7, nested: { deep: true } };
} catch ({ code, nested: { deep } }: any) {
  caughtPattern = () => [code, deep];
}
let switched: () => unknown = () => null;
switch (1 as number) {
  case 1:
    let inCase = 5;
    switched = () => inCase++;
  // falls through
  default:
    inCase! += 1;
}
let labelled: () => unknown = () => null;
block: {
  const inside = "labelled";
  labelled = () => inside;
  if (inside) break block;
}
outer: for (const a of [1, 2, 3]) {
  for (const b of [1, 2, 3]) {
    if (a * b === 4) {
      labelled = ((before) => () => [before(), a, b])(labelled);
      break outer;
    }
  }
}
var hoisted = "hoisted";
if (true) {
  var fromBlock = "from block";
}
function declaredLate() {
  return [hoisted, fromBlock, later];
}
const later = "later";
{
  function inBlock() {
    return "in block";
  }
  var blockFunction = inBlock;
}
const using = (() => {
  using resource = { name: "used", [Symbol.dispose]() {} };
  return () => resource.name;
})();

await check("for-let", () => list.map((it) => it()));
await check("one-iteration", list[1]);
await check("changed-in-loop", () => changed.map((it) => it()));
await check("for-of", () => ofValues.map((it) => it()));
await check("for-in", () => inKeys.map((it) => it()));
await check("while-let", () => [...whiles.map((it) => it()), ...whiles.map((it) => it())]);
await check("for-header", () => headers.map((it) => it()));
await check("loop-pattern", () => destructured.map((it) => it()));
await check("nested-loops", () => nested.map((it) => it()));
await check("catch", caught);
await check("catch-pattern", caughtPattern);
await check("switch", switched);
await check("labels", labelled);
await check("hoisted", declaredLate);
await check("block-function", () => blockFunction());
await check("using", using);
