/** The data that programs and providers exchange with lumi. */

/** A value that must not be shown or kept in the open. It never contains another secret. */
export class Secret {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  toString(): string {
    return "[secret]";
  }

  /** Keeps a secret out of texts that `JSON.stringify` makes. */
  toJSON(): string {
    return "[secret]";
  }

  /** Keeps a secret out of what `console.log` prints. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** The type of `unknown`. */
export class Unknown {
  toString(): string {
    return "[unknown]";
  }
}

/** A value that only a deployment can tell. */
export const unknown: Unknown = Object.freeze(new Unknown());

export type AssetKind = "text" | "data" | "path" | "uri" | "function";

/** The content of a file. Paths are relative to the project folder. */
export class Asset {
  readonly kind: AssetKind;
  /** The text, the path, the URI or the module; bytes of the kind `data`. */
  readonly content: string | Uint8Array;
  /** The SHA-256 of the content in lower-case hex; empty while it is not known. */
  readonly hash: string;

  constructor(kind: AssetKind, content: string | Uint8Array, hash = "") {
    this.kind = kind;
    this.content = content;
    this.hash = hash;
  }

  static text(text: string): Asset {
    return new Asset("text", text);
  }

  static data(bytes: Uint8Array): Asset {
    return new Asset("data", bytes);
  }

  static file(path: string): Asset {
    return new Asset("path", path);
  }

  static remote(uri: string): Asset {
    return new Asset("uri", uri);
  }
}

export type ArchiveKind = "members" | "path" | "uri";

/** The content of a folder. Paths are relative to the project folder. */
export class Archive {
  readonly kind: ArchiveKind;
  /** The path or the URI, or the members by path: assets, archives, `unknown`, secrets of these. */
  readonly content: string | { [path: string]: Value };
  /** As `proto/lumirpc/value.proto` says; empty while it is not known. */
  readonly hash: string;

  constructor(kind: ArchiveKind, content: string | { [path: string]: Value }, hash = "") {
    this.kind = kind;
    this.content = content;
    this.hash = hash;
  }

  static of(members: { [path: string]: Asset | Archive }): Archive {
    return new Archive("members", members);
  }

  /** A folder, or an archive file. */
  static file(path: string): Archive {
    return new Archive("path", path);
  }

  static remote(uri: string): Archive {
    return new Archive("uri", uri);
  }
}

/** A resource that is used as a value. */
export class ResourceReference {
  readonly urn: string;
  /** Absent for a component, `unknown` while the resource does not exist. */
  readonly id: string | Unknown | undefined;

  constructor(urn: string, id?: string | Unknown) {
    this.urn = urn;
    this.id = id;
  }
}

export type Value =
  | null
  | boolean
  | number
  | string
  | Value[]
  | { [name: string]: Value }
  | Secret
  | Unknown
  | Asset
  | Archive
  | ResourceReference;

/** Values by name. */
export type Values = { [name: string]: Value };

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Values {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Sets a member, whatever its name is: `__proto__` is a name like others. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** An object with a member for each member of another one. */
export function mapMembers<T, U>(
  object: { [name: string]: T },
  change: (value: T, name: string) => U,
): { [name: string]: U } {
  const result: { [name: string]: U } = {};
  for (const name of Object.keys(object)) setMember(result, name, change(object[name], name));
  return result;
}

/** Whether a value is a secret, or has one inside. */
export function isSecret(value: Value | undefined): boolean {
  return has(value, (it) => it instanceof Secret);
}

/** Whether a value is unknown, or has an unknown part. */
export function isUnknown(value: Value | undefined): boolean {
  return has(value, (it) => it instanceof Unknown);
}

function has(value: Value | undefined, question: (value: Value | undefined) => boolean): boolean {
  if (question(value)) return true;
  if (value instanceof Secret) return has(value.value, question);
  if (value instanceof Archive) return typeof value.content !== "string" && has(value.content, question);
  if (Array.isArray(value)) return value.some((item) => has(item, question));
  return isObject(value) && Object.keys(value).some((name) => has(value[name], question));
}

/** The reason why text that {@link illFormed} finds is refused. */
export const halfPair = "is text with half a surrogate pair, which is not valid Unicode";

/** The path of the first text or key with half a surrogate pair, for which UTF-8 has no form. */
export function illFormed(
  value: Value | undefined,
  path: readonly (string | number)[] = [],
): readonly (string | number)[] | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : path;
  if (value instanceof Secret) return illFormed(value.value, path);
  if (value instanceof ResourceReference) return illFormed(value.urn, path) ?? illFormed(value.id, path);
  if (value instanceof Asset || value instanceof Archive) {
    return value.content instanceof Uint8Array ? undefined : illFormed(value.content, path);
  }
  const entries: [string | number, Value | undefined][] = Array.isArray(value)
    ? Array.from(value, (item, index) => [index, item])
    : isObject(value)
    ? Object.entries(value)
    : [];
  for (const [part, item] of entries) {
    const inside = [...path, part];
    const wrong = illFormed(typeof part === "string" ? part : undefined, inside) ?? illFormed(item, inside);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** A value without the marks of secrets. */
export function plain(value: Value): Value {
  if (value instanceof Secret) return plain(value.value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Archive && typeof value.content !== "string") {
    return new Archive(value.kind, mapMembers(value.content, plain), value.hash);
  }
  return isObject(value) ? mapMembers(value, plain) : value;
}

/**
 * Whether two values are the same. The order of members does not count, a secret is equal to secrets alone, assets and
 * archives are compared by their hashes where both have one, and an unknown value is equal to nothing.
 */
export function equal(one: Value | undefined, other: Value | undefined): boolean {
  if (one instanceof Unknown || other instanceof Unknown) return false;
  if (one instanceof Secret) return other instanceof Secret && equal(one.value, other.value);
  if (one instanceof Asset) return other instanceof Asset && equalContent(one, other);
  if (one instanceof Archive) return other instanceof Archive && equalContent(one, other);
  if (one instanceof ResourceReference) {
    return other instanceof ResourceReference && one.urn === other.urn && one.id === other.id;
  }
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, index) => equal(item, other[index]));
  }
  if (!isObject(one)) return Object.is(one, other);
  const names = Object.keys(one);
  return isObject(other) && Object.keys(other).length === names.length &&
    names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

function equalContent(one: Asset | Archive, other: Asset | Archive): boolean {
  if (one.hash !== "" && other.hash !== "") return one.hash === other.hash;
  if (one.kind !== other.kind) return false;
  if (one.content instanceof Uint8Array || other.content instanceof Uint8Array) {
    return one.content instanceof Uint8Array && other.content instanceof Uint8Array &&
      Buffer.compare(one.content, other.content) === 0;
  }
  return equal(one.content, other.content);
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** The path of a part: `rules[0].port`, or `tags["a.b"]` for a name that is no identifier. */
export function pathOf(...parts: (string | number)[]): string {
  let path = "";
  for (const part of parts) {
    if (typeof part === "number") path += `[${part}]`;
    else if (!identifier.test(part)) path += `[${JSON.stringify(part)}]`;
    else path += path === "" ? part : `.${part}`;
  }
  return path;
}
