// Plain data: objects made by literals, JSON, `Object.create(null)` or an import.

const objectPrototype = Object.prototype;
const { getPrototypeOf, defineProperty } = Object;

export type PlainObject = Record<string, unknown>;

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype = getPrototypeOf(value);
  return prototype === objectPrototype || prototype === null;
}

/** Sets a member as data, including `__proto__`. */
export function setMember(object: PlainObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** The name of an instance's class, for messages. */
export function className(value: object): string {
  try {
    const name: unknown = value.constructor?.name;
    return typeof name === "string" && name !== "" ? name : "an unnamed class";
  } catch {
    return "an unnamed class";
  }
}
