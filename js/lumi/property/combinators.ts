// Functions that combine and query Properties.

import { resolveInto } from "../cell/resolve_into.ts";
import { Cell, cellOf, State } from "../cell/cell.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { propertyOf } from "./property.ts";
import type { Input, Property, Unwrapped } from "./property_types.ts";
import { placeName } from "../session/place_name.ts";
import { session } from "../session/session.ts";
import { factsOf, isResource } from "../cell/resource_key.ts";
import { withoutSecretMembers } from "../data/secret_members.ts";
import { textsOf } from "../data/texts.ts";
import { ThenCell } from "./then_cell.ts";

function cellFor(value: unknown): Cell {
  const existing = cellOf(value);
  if (existing !== undefined) return existing;
  const cell = new Cell();
  resolveInto(cell, value);
  return cell;
}

/**
 * @internal Derives a Property by a callback of the SDK; `own` is the program's function that it
 * calls, if any.
 */
export function derive<T>(
  value: unknown,
  callback: (value: any) => T,
  own: ((...args: any[]) => unknown) | null = null,
): Property<T> {
  return propertyOf(new ThenCell(cellFor(value), callback, null, own));
}

/** Combines the Properties in an array or an object, at any depth, into one Property. */
export function all<const T extends readonly unknown[]>(
  values: T,
): Property<{ -readonly [K in keyof T]: Unwrapped<T[K]> }>;
export function all<T extends object>(values: T): Property<Unwrapped<T>>;
export function all(values: object): unknown {
  if (typeof values !== "object" || values === null) {
    throw new TypeError(`all takes an array or an object, not ${values === null ? "null" : typeof values}`);
  }
  return propertyOf(cellFor(values));
}

/** Builds a text from Properties: ``interpolate`https://${host}:${port}/` ``. */
export function interpolate(strings: TemplateStringsArray, ...values: Input<unknown>[]): Property<string> {
  return derive(values, (parts: unknown[]) => {
    let text = strings[0]!;
    for (let index = 0; index < parts.length; index++) {
      text += textOf(parts[index], values, index) + strings[index + 1]!;
    }
    return text;
  });
}

/** Concatenates the parts as text. */
export function concat(...parts: Input<unknown>[]): Property<string> {
  return derive(parts, (values: unknown[]) => values.map((value, index) => textOf(value, parts, index)).join(""));
}

/** The text of `value`, which is one of `parts`. */
function textOf(value: unknown, parts: readonly unknown[], index: number): string {
  // Mocks may leave outputs out.
  if (value === undefined && session().context.mode === "program") {
    const cell = cellOf(parts[index]);
    const name = cell === undefined ? "" : placeName(cell);
    const what = name === ""
      ? `value ${index + 1} of the text is undefined`
      : `${name} is undefined and has no text form`;
    throw new TypeError(`${what}; check its name, or give it a default with property.then((value) => value ?? "...")`);
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || value.toString !== Object.prototype.toString) return String(value);
  throw new TypeError("an object has no text form; use one of its members, or jsonStringify");
}

/** `JSON.stringify` for values with Properties in them. */
export function jsonStringify(
  value: unknown,
  replacer?: ((this: any, key: string, value: any) => unknown) | (string | number)[] | null,
  space?: string | number,
): Property<string> {
  return derive(value, (settled) => {
    refuseResources(settled);
    return JSON.stringify(settled, replacer as (string | number)[], space);
  }, typeof replacer === "function" ? replacer : null);
}

/** Throws for resources, which JSON would show as `{}`. */
function refuseResources(value: unknown): void {
  const seen = new Set<unknown>([value]);
  for (const item of seen) {
    if (typeof item !== "object" || item === null) continue;
    if (isResource(item)) {
      throw new TypeError(`${factsOf(item)!.owner} has no JSON form; use one of its outputs, such as its id`);
    }
    if (Array.isArray(item) || isPlainObject(item)) {
      for (const member of Object.values(item)) seen.add(member);
    }
  }
}

/** `JSON.parse` for a text in a Property. */
export function jsonParse<T = any>(
  text: Input<string>,
  reviver?: (this: any, key: string, value: any) => unknown,
): Property<T> {
  const cell = cellFor(text);
  return derive(propertyOf(cell), (settled) => {
    try {
      return JSON.parse(settled as string, reviver) as T;
    } catch (error) {
      // V8's message quotes the text.
      if (!cell.isSecret || !(error instanceof SyntaxError)) throw error;
      throw new SyntaxError("the text is not valid JSON (it is secret, and therefore not shown)");
    }
  }, reviver ?? null);
}

/**
 * Marks the value as secret: it is encrypted in the state and never shown. Values derived from it
 * are secret, too.
 */
export function secret<T>(value: T): Property<Unwrapped<T>> {
  return propertyOf(new SecrecyCell(cellFor(value), true));
}

/** The value, no longer secret. */
export function unsecret<T>(value: T): Property<Unwrapped<T>> {
  return propertyOf(new SecrecyCell(cellFor(value), false));
}

/** Whether the value is secret. */
export function isSecret(value: unknown): Property<boolean> {
  return propertyOf(new PredicateCell(cellFor(value), (cell) => cell.isSecret));
}

/** Whether the value is known in this run: false for values that only a deployment knows. */
export function isKnown(value: unknown): Property<boolean> {
  return propertyOf(new PredicateCell(cellFor(value), (cell) => cell.isKnown));
}

/** Reports the texts of a value that becomes secret, so that messages do not quote them. */
function noteSecret(value: unknown): void {
  const texts = textsOf(value);
  if (texts.length > 0) session().monitor.noteSecrets?.(texts);
}

class SecrecyCell extends Cell {
  constructor(parent: Cell, private readonly wanted: boolean) {
    super();
    this.follow(parent);
  }

  override settle(value: unknown): void {
    if (this.isPending) {
      this.isOpened = this.isSecret && !this.wanted;
      if (this.wanted && !this.isSecret) noteSecret(value);
      this.isSecret = this.wanted;
      this.isSecretInParts = false;
      if (!this.wanted) value = withoutSecretMembers(value);
    }
    super.settle(value);
  }
}

/** Always known: the result does not reveal the value. */
class PredicateCell extends Cell {
  constructor(parent: Cell, private readonly answer: (cell: Cell) => boolean) {
    super();
    this.source = parent;
    parent.subscribe(this);
  }

  override notify(cell: Cell): void {
    if (cell.state === State.Failed) this.fail(cell.failure);
    else this.settle(this.answer(cell));
  }
}
