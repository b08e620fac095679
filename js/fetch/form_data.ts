// The fields and files of a form, in the order in which they were added.

import { ownFile } from "./own_file.ts";

export type FormValue = string | File;

const wellFormed = (text: unknown) => String(text).toWellFormed();

/** The value that a form keeps: text, or a file with a name. */
function valueOf(value: unknown, fileName: string | undefined, hasName: boolean): FormValue {
  if (!(value instanceof Blob)) {
    if (hasName) throw new TypeError("a file name can be given for a Blob only");
    return wellFormed(value);
  }
  const File = ownFile();
  if (!hasName && value instanceof File) return value;
  const name = hasName ? wellFormed(fileName) : "blob";
  const lastModified = value instanceof File ? value.lastModified : undefined;
  return new File([value], name, { type: value.type, lastModified });
}

function needArguments(method: string, found: number, needed: number): void {
  if (found < needed) throw new TypeError(`FormData.${method} requires ${needed} arguments, but got ${found}`);
}

export class FormData {
  /** In the order of their numbers. Keys of one name are found and removed without a look at others. */
  readonly #entries = new Map<number, [name: string, value: FormValue]>();
  /** The numbers of the entries of each name, first to last. */
  readonly #numbers = new Map<string, number[]>();
  #next = 0;

  constructor(form?: undefined) {
    if (form !== undefined) throw new TypeError("FormData takes no arguments: there are no HTML forms");
  }

  #add(name: string, value: FormValue): void {
    const number = this.#next++;
    this.#entries.set(number, [name, value]);
    const known = this.#numbers.get(name);
    if (known === undefined) this.#numbers.set(name, [number]);
    else known.push(number);
  }

  append(name: string, value: string | Blob, fileName?: string): void {
    needArguments("append", arguments.length, 2);
    this.#add(wellFormed(name), valueOf(value, fileName, fileName !== undefined));
  }

  /** Takes the place of the first entry with this name, and removes the others. */
  set(name: string, value: string | Blob, fileName?: string): void {
    needArguments("set", arguments.length, 2);
    const key = wellFormed(name);
    const kept = valueOf(value, fileName, fileName !== undefined);
    const known = this.#numbers.get(key);
    if (known === undefined) {
      this.#add(key, kept);
      return;
    }
    this.#entries.set(known[0]!, [key, kept]);
    for (const number of known.splice(1)) this.#entries.delete(number);
  }

  delete(name: string): void {
    needArguments("delete", arguments.length, 1);
    const key = wellFormed(name);
    for (const number of this.#numbers.get(key) ?? []) this.#entries.delete(number);
    this.#numbers.delete(key);
  }

  #valuesOf(name: string): FormValue[] {
    return (this.#numbers.get(wellFormed(name)) ?? []).map((number) => this.#entries.get(number)![1]);
  }

  get(name: string): FormValue | null {
    needArguments("get", arguments.length, 1);
    const first = this.#numbers.get(wellFormed(name))?.[0];
    return first === undefined ? null : this.#entries.get(first)![1];
  }

  getAll(name: string): FormValue[] {
    needArguments("getAll", arguments.length, 1);
    return this.#valuesOf(name);
  }

  has(name: string): boolean {
    needArguments("has", arguments.length, 1);
    return this.#numbers.has(wellFormed(name));
  }

  forEach(callback: (value: FormValue, name: string, form: FormData) => void, receiver?: unknown): void {
    needArguments("forEach", arguments.length, 1);
    for (const [name, value] of this) Reflect.apply(callback, receiver, [value, name, this]);
  }

  /** Entries that are added during the iteration are met, too, as in a Map. */
  *entries(): IterableIterator<[string, FormValue]> {
    for (const { 0: name, 1: value } of this.#entries.values()) yield [name, value];
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
    return `FormData ${inspect([...this.#entries.values()], options)}`;
  }
}

Object.defineProperty(FormData.prototype, Symbol.iterator, {
  value: FormData.prototype.entries,
  configurable: true,
  writable: true,
});
