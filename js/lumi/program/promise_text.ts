// Makes the conversion of a promise to text an error in programs and tests, as for Properties:
// "[object Promise]" is always a mistake. Served functions keep the standard behaviour.

import { session } from "../session/session.ts";

const { toString } = Object.prototype;

function promiseText(this: unknown, hint: string): string {
  const { mode } = session().context;
  if (mode !== "program" && mode !== "test") {
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
