// Makes the conversion of a promise to text an error in programs and tests, as for Properties:
// "[object Promise]" is always a mistake there. Packages and served functions keep the standard
// behaviour: some packages try what a value is by its text.

import { ops } from "../protocol/ops.ts";
import { session } from "../session/session.ts";

const { toString } = Object.prototype;

function promiseText(this: unknown, hint: string): string {
  const { mode } = session().context;
  const isServed = mode !== "program" && mode !== "test";
  if (isServed || ops().op_lumi_position().includes("node_modules/")) {
    return Reflect.apply(toString, this, []) as string;
  }
  const what = hint === "string" ? "turned into text" : "used in text or arithmetic";
  throw new TypeError(
    `a promise cannot be ${what}: its value is not there yet; await it, or use lumi.interpolate\`...\``,
  );
}

Object.defineProperty(Promise.prototype, Symbol.toPrimitive, {
  value: promiseText,
  configurable: true,
  writable: true,
});
