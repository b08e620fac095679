// Methods that programs call on a Property by mistake, as if it were its value: `list.map(...)`.
//
// Such a name may be a member of the value just as well, so reading it answers a Property like any
// other; only that this one can be called, and the call says what to do. The price is that
// `typeof` answers "function" for it. If all Properties could be called, it would do so for all.

const classes = [Array, String, Number].map(({ prototype }) => prototype as object);

const names = new Set([
  ...classes.flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
  "catch",
  "finally",
]);
// No method, and what everything has.
for (const name of ["length", "constructor"]) names.delete(name);

export function isMethodName(key: string): boolean {
  return names.has(key);
}

export function adviceFor(name: string): string {
  if (name === "catch" || name === "finally") return "use property.then(null, (error) => ...) to recover";
  return `use property.then((value) => value.${name}(...))`;
}
