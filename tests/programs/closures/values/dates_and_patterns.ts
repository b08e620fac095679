import { check } from "../check.ts";

const date = new Date(Date.UTC(2024, 1, 29, 12, 30, 15, 123));
const invalid = new Date(NaN);
const old = new Date(-1);
const tagged = Object.assign(new Date(5), { note: "with member" });
const pattern = /a(?<name>b+)\/c/giu;
const sticky = /x/y;
sticky.lastIndex = 3;
const odd = new RegExp("/\n[/\\]]", "s");
const none = new RegExp("");
const sets = /[\p{L}--[a-z]]/v;
const fixed = Object.freeze(/z/g);
const patternWithMember = Object.assign(/q/, { note: 1 });

await check("date", () => [date.toISOString(), date instanceof Date, date.getTime()]);
await check("invalid-date", () => [Number.isNaN(invalid.getTime()), invalid instanceof Date]);
await check("early-date", () => old.getTime());
await check("date-member", () => [tagged.getTime(), tagged.note]);
await check("pattern", () => [pattern.source, pattern.flags, "xABB/c".match(pattern), pattern.lastIndex]);
await check("last-index", () => [sticky.lastIndex, sticky.test("aaaxx"), sticky.lastIndex]);
await check("odd-pattern", () => [odd.source, odd.flags, odd.test("/\n/")]);
await check("empty-pattern", () => [none.source, none.test("x")]);
await check("set-notation", () => ["é".match(sets)?.[0], sets.test("a"), sets.flags]);
await check("frozen-pattern", () => [Object.isFrozen(fixed), fixed.source]);
await check("pattern-member", () => [patternWithMember.note, patternWithMember.test("q")]);
