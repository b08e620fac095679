// Headers of requests and responses: names in lower case, values trimmed, several of one name
// joined by a comma, but for set-cookie.

export type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const blanks = "\t\n\r ";
const badValue = /[\0\r\n]|[^\0-\xff]/;

function nameOf(name: unknown): string {
  const text = String(name);
  if (!token.test(text)) throw new TypeError(`invalid header name: ${JSON.stringify(text)}`);
  return text.toLowerCase();
}

/** Without the white space around: a regular expression takes time in the square of the spaces inside. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blanks.includes(text[start]!)) start++;
  while (end > start && blanks.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

function valueOf(name: string, value: unknown): string {
  const text = trimmed(String(value));
  if (badValue.test(text)) throw new TypeError(`invalid value of header ${name}: ${JSON.stringify(text)}`);
  return text;
}

export class Headers {
  readonly #values = new Map<string, string[]>();

  constructor(init?: HeadersInit) {
    if (init === undefined || init === null) return;
    if (typeof init !== "object") throw new TypeError("headers are an object, an array of pairs or Headers");
    const isIterable = Symbol.iterator in init;
    for (const pair of isIterable ? init as Iterable<readonly [string, string]> : Object.entries(init)) {
      if (typeof pair !== "object" || [...pair].length !== 2) {
        throw new TypeError("each header is a pair of name and value");
      }
      const [name, value] = pair;
      this.append(name, value);
    }
  }

  append(name: string, value: string): void {
    const key = nameOf(name);
    const values = this.#values.get(key);
    if (values) values.push(valueOf(key, value));
    else this.#values.set(key, [valueOf(key, value)]);
  }

  set(name: string, value: string): void {
    const key = nameOf(name);
    this.#values.set(key, [valueOf(key, value)]);
  }

  get(name: string): string | null {
    return this.#values.get(nameOf(name))?.join(", ") ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(nameOf(name));
  }

  delete(name: string): void {
    this.#values.delete(nameOf(name));
  }

  getSetCookie(): string[] {
    return [...this.#values.get("set-cookie") ?? []];
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, receiver?: unknown): void {
    for (const [name, value] of this) Reflect.apply(callback, receiver, [value, name, this]);
  }

  *entries(): IterableIterator<[string, string]> {
    for (const name of [...this.#values.keys()].sort()) {
      const values = this.#values.get(name) ?? [];
      if (name !== "set-cookie") yield [name, values.join(", ")];
      else for (const value of values) yield [name, value];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  get [Symbol.toStringTag](): string {
    return "Headers";
  }

  [Symbol.for("Deno.customInspect")](inspect: (value: unknown, options: unknown) => string, options: unknown): string {
    return `Headers ${inspect(Object.fromEntries(this), options)}`;
  }
}
