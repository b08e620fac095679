// Keys of stores as subjects of NATS. This code is a part of bundles.

/** Bytes of UTF-8, at most: as a subject, a byte may take three, and NATS has lines of 4,096. */
const MAX_KEY_BYTES = 1000;

/** The subject of a key: its parts between slashes are those of the subject, so that NATS finds keys by a prefix. */
export function subjectOf(store: string, key: string): string {
  const size = new TextEncoder().encode(key).length;
  if (size > MAX_KEY_BYTES) {
    throw new RangeError(`a key of the store ${store} must have at most ${MAX_KEY_BYTES} bytes, but one has ${size}`);
  }
  return `kv.${store}.${key.split("/").map(encoded).join(".")}`;
}

/** A subject with `>` that has all keys with a prefix, and maybe others. */
export function subjectsOf(store: string, prefix: string): string {
  const whole = prefix.split("/").slice(0, -1);
  return ["kv", store, ...whole.map(encoded), ">"].join(".");
}

/** The key of a subject. */
export function keyOf(store: string, subject: string): string {
  return subject.slice(`kv.${store}.`.length).split(".").map(decoded).join("/");
}

/** Letters, digits, `-` and `_` stay; other bytes are `=` and two digits; nothing is `=`. */
function encoded(part: string): string {
  if (part === "") return "=";
  return encodeURIComponent(part).replace(/[.!~*'()]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%/g, "=");
}

function decoded(part: string): string {
  return part === "=" ? "" : decodeURIComponent(part.replace(/=/g, "%"));
}
