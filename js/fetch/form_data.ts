// The fields and files of a form, in the order in which they were added.

import { ownFile } from "./own_file.ts";

export type FormValue = string | File;

const wellFormed = (text: unknown) => String(text).toWellFormed();

/** The value that a form keeps: text, or a file with a name. */
function valueOf(value: unknown, fileName: string | undefined, hasName: boolean): FormValue {
  if (!(value instanceof Blob)) {
    if (hasName) throw new TypeError("only a Blob has a file name in a form");
    return wellFormed(value);
  }
  const File = ownFile();
  if (!hasName && value instanceof File) return value;
  const name = hasName ? wellFormed(fileName) : "blob";
  const lastModified = value instanceof File ? value.lastModified : undefined;
  return new File([value], name, { type: value.type, lastModified });
}

function needArguments(method: string, found: number, needed: number): void {
  if (found < needed) throw new TypeError(`FormData.${method} needs ${needed} arguments, and got ${found}`);
}

export class FormData {
  #entries: [name: string, value: FormValue][] = [];

  constructor(form?: undefined) {
    if (form !== undefined) throw new TypeError("a FormData is made without arguments: there are no HTML forms here");
  }

  append(name: string, value: string | Blob, fileName?: string): void {
    needArguments("append", arguments.length, 2);
    this.#entries.push([wellFormed(name), valueOf(value, fileName, fileName !== undefined)]);
  }

  /** Takes the place of the first entry with this name, and removes the others. */
  set(name: string, value: string | Blob, fileName?: string): void {
    needArguments("set", arguments.length, 2);
    const key = wellFormed(name);
    const entry: [string, FormValue] = [key, valueOf(value, fileName, fileName !== undefined)];
    const at = this.#entries.findIndex((it) => it[0] === key);
    if (at < 0) this.#entries.push(entry);
    else this.#entries = this.#entries.flatMap((it, i) => i === at ? [entry] : it[0] === key ? [] : [it]);
  }

  delete(name: string): void {
    needArguments("delete", arguments.length, 1);
    const key = wellFormed(name);
    this.#entries = this.#entries.filter((it) => it[0] !== key);
  }

  get(name: string): FormValue | null {
    needArguments("get", arguments.length, 1);
    const key = wellFormed(name);
    return this.#entries.find((it) => it[0] === key)?.[1] ?? null;
  }

  getAll(name: string): FormValue[] {
    needArguments("getAll", arguments.length, 1);
    const key = wellFormed(name);
    return this.#entries.filter((it) => it[0] === key).map((it) => it[1]);
  }

  has(name: string): boolean {
    needArguments("has", arguments.length, 1);
    const key = wellFormed(name);
    return this.#entries.some((it) => it[0] === key);
  }

  forEach(callback: (value: FormValue, name: string, form: FormData) => void, receiver?: unknown): void {
    needArguments("forEach", arguments.length, 1);
    for (const [name, value] of this) Reflect.apply(callback, receiver, [value, name, this]);
  }

  /** Entries that are added during the iteration are met, too, as in a Map. */
  *entries(): IterableIterator<[string, FormValue]> {
    for (let i = 0; i < this.#entries.length; i++) {
      const { 0: name, 1: value } = this.#entries[i]!;
      yield [name, value];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<FormValue> {
    for (const [, value] of this) yield value;
  }

  declare [Symbol.iterator]: () => IterableIterator<[string, FormValue]>;

  get [Symbol.toStringTag](): string {
    return "FormData";
  }

  [Symbol.for("Deno.customInspect")](inspect: (value: unknown, options: unknown) => string, options: unknown): string {
    return `FormData ${inspect(this.#entries, options)}`;
  }
}

Object.defineProperty(FormData.prototype, Symbol.iterator, {
  value: FormData.prototype.entries,
  configurable: true,
  writable: true,
});
