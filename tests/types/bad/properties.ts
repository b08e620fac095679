// Mistakes with properties that the compiler sees. Each line below a comment must not compile.

import { all, interpolate, Property } from "lumi";

declare const text: Property<string>;
declare const count: Property<number>;
declare const data: Property<{ a: string; list: number[] }>;

// @ts-expect-error: arithmetic
count + 1;
// @ts-expect-error: arithmetic
count * 2;
// @ts-expect-error: comparison
count < 2;
// @ts-expect-error: it is no string
const s: string = text;
// @ts-expect-error: it has no string methods
text.toUpperCase();
// @ts-expect-error: it has no array methods
data.list.map((n: number) => n);
// @ts-expect-error: no such member
data.missing;
// @ts-expect-error: members cannot be set
data.a = "x";
// @ts-expect-error: not iterable
for (const _ of data.list);
// @ts-expect-error: another type
const n: Property<number> = text;
// @ts-expect-error: the callback gets a string
text.then((value: number) => value);
// @ts-expect-error: a function is needed
text.then("x");
// @ts-expect-error: resolved with another type
Property.pending<string>().resolve(1);
// @ts-expect-error: all takes a list
all(text, count);
// @ts-expect-error: a number is no text
const wrong: Property<number> = interpolate`${count}`;
// @ts-expect-error: the text is never
const shown: number = text.toString().length;

export { n, s, shown, wrong };
