// Constructors that are functions, because older packages call them on objects of their own.

// deno-lint-ignore no-explicit-any
type Arguments = any[];

/** A constructor that `new` is optional for, and that can be called on an object that inherits from it. */
export interface Callable<T, A extends Arguments> {
  new (...args: A): T;
  (...args: A): T;
  prototype: T;
}

/**
 * The constructor `name` of objects with the members of a class. `begin` sets their fields, and is called on objects
 * that inherit from the constructor, too.
 */
export function callable<T extends object, A extends Arguments>(
  name: string,
  members: { prototype: T },
  begin: (self: T, ...args: A) => void,
): Callable<T, A> {
  const made = function (this: unknown, ...args: A): T {
    const self = this instanceof made ? this as T : Object.create(members.prototype) as T;
    begin(self, ...args);
    return self;
  } as unknown as Callable<T, A>;
  Object.defineProperty(made, "name", { value: name, configurable: true });
  Object.defineProperty(made, "prototype", { value: members.prototype, writable: false });
  Object.defineProperty(members.prototype, "constructor", { value: made, writable: true, configurable: true });
  const base = Object.getPrototypeOf(members.prototype)?.constructor;
  if (typeof base === "function") Object.setPrototypeOf(made, base);
  return made;
}
