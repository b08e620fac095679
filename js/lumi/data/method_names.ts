// Methods that programs call on a Property by mistake, as if it were its value: `list.map(...)`.
//
// Such a name may also be a member of the value, so reading it returns a callable Property whose
// call throws with advice. The price is that `typeof` returns "function" for it; if all Properties
// were callable, it would do so for all.

const classes = [Array, String, Number].map(({ prototype }) => prototype as object);

const names = new Set([
  ...classes.flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
  "catch",
  "finally",
]);
// Not a method, and a member of every function.
for (const name of ["length", "constructor"]) names.delete(name);

export function isMethodName(key: string): boolean {
  return names.has(key);
}

export function adviceFor(name: string): string {
  if (name === "catch" || name === "finally") return "use property.then(null, (error) => ...) to recover";
  return `use property.then((value) => value.${name}(...))`;
}
