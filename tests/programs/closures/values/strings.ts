import { check } from "../check.ts";

const lone = "a\ud800b";
const reversed = "\udc00\ud800";
const loneKey = { ["\ud800"]: 1, ok: "\udfff" };
const template = `first
second ${1 + 1}`;
const escapes = "\\n \\u0041 \x7f \u{10ffff} \u0085";
const huge = "0123456789".repeat(1_000_000);
const boxed = [Object(1), Object("text"), Object(true), Object(10n), Object(Symbol.for("boxed"))];
const boxedWithMember = Object.assign(Object("ab"), { extra: 1 });

await check("lone-surrogate", () => [...Array(lone.length).keys()].map((it) => lone.charCodeAt(it)));
await check("reversed-surrogates", () => [reversed.length, reversed.charCodeAt(0), reversed.charCodeAt(1)]);
await check("surrogate-key", () => [Object.keys(loneKey)[0].charCodeAt(0), loneKey.ok.charCodeAt(0)]);
await check("template-text", () => template);
await check("escapes", () => [escapes, escapes.length]);
await check("ten-megabytes", () => [huge.length, huge.slice(-3), huge.at(5_000_001)]);
await check("boxed", () => boxed.map((it) => [typeof it, typeof it.valueOf(), String(it.valueOf())]));
await check("boxed-members", () => [boxedWithMember.length, boxedWithMember.extra, boxedWithMember + "c", boxedWithMember[1]]);
