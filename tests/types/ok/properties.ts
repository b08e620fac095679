// Uses of properties in programs, and the types they get.

import {
  all,
  concat,
  interpolate,
  isKnown,
  isSecret,
  jsonParse,
  jsonStringify,
  Property,
  secret,
  unsecret,
} from "lumi";
import type { Input, Unwrapped } from "lumi";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
/** Fails to compile unless the argument's type is exactly T. */
function exactly<T>() {
  return <U>(_value: U & (Same<T, U> extends true ? unknown : never)) => {};
}

interface Address {
  host: string;
  port?: number;
  names: string[];
  owner: { name: string } | undefined;
}

declare const address: Property<Address>;
declare const text: Property<string>;
declare const maybe: Property<string | undefined>;

export const created: Property<string>[] = [
  new Property("x"),
  new Property(Promise.resolve("x")),
  new Property(new Property("x")),
  new Property(async () => "x").then((f) => f()),
  text,
];

export const host: Property<string> = address.host;
export const port: Property<number | undefined> = address.port;
export const first: Property<string> = address.names[0]!;
export const owner: Property<string | undefined> = address.owner.name;

export const length: Property<number> = text.then((value) => value.length);
export const nested: Property<{ a: string[] }> = text.then(async (value) => ({ a: [new Property(value)] }));
export const followed: Property<number> = text.then(() => new Property(Promise.resolve(1)));
export const recovered: Property<string | number> = text.then((value) => value, () => 1);
export const caught: Property<string | null> = text.then(undefined, () => null);

export const tuple: Property<[string, number, boolean]> = all([text, new Property(1), true]);
export const record: Property<{ a: string; b: { c: number } }> = all({
  a: text,
  b: { c: Promise.resolve(1) },
});
export const list: Property<string[]> = all([text, text] as Property<string>[]);
all([text, length]).then(([a, b]) => a.toUpperCase() + b.toFixed());

export const url: Property<string> = interpolate`https://${text}:${1}/${maybe}`;
export const joined: Property<string> = concat("a", text, 1);
export const json: Property<string> = jsonStringify({ a: [text] });
export const parsed: Property<{ a: number }> = jsonParse<{ a: number }>(text);
export const hidden: Property<string> = secret("x");
export const open: Property<string> = unsecret(hidden);
export const questions: Property<boolean>[] = [isSecret(text), isKnown(text)];

export const { property, resolve, reject } = Property.pending<string>();
resolve("x");
resolve(text);
resolve(Promise.resolve("x"));

export async function awaited(): Promise<string> {
  const [a, b] = await Promise.all([text, address.host]);
  exactly<string>()(a);
  exactly<string>()(await text);
  exactly<number | undefined>()(await address.port);
  return a + b;
}

export function takes(input: Input<string>): Property<string> {
  return Property.isInstance(input) ? interpolate`${input}` : new Property(input);
}
takes("x");
takes(text);
takes(Promise.resolve("x"));

const instance: unknown = text;
if (Property.isInstance(instance)) instance.then((value: unknown) => value);

type Deep = Unwrapped<
  { a: Property<string>; b: Promise<Property<number>[]>; c: Date; d: () => void; e: [Property<1>] }
>;
exactly<{ a: string; b: number[]; c: Date; d: () => void; e: [1] }>()({} as Deep);

// Properties of less are properties of more.
export const wider: Property<string | number> = text;
export const anything: Property<unknown> = address;
declare const untyped: Property<any>;
export const narrowed: Property<string> = untyped;
export const loosened: Property<any>[] = [text, address, tuple];
untyped.then((value) => value.whatever);
export const below = untyped.any.member;
