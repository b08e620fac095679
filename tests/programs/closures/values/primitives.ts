import { check } from "../check.ts";

const text = "a \"quoted\" text\n with lines\u2028 and é";
const minusZero = -0;
const notANumber = NaN;
const infinite = -Infinity;
const big = 123456789012345678901234567890n;
const nothing = undefined;
const empty = null;
const registered = Symbol.for("lumi.test");
const wellKnown = Symbol.iterator;
const unique = Symbol("only me");

await check("text", () => text);
await check("minus-zero", () => Object.is(minusZero, -0));
await check("not-a-number", () => Number.isNaN(notANumber));
await check("infinite", () => infinite === -Infinity);
await check("bigint", () => `${big * 2n} ${typeof big}`);
await check("undefined", () => nothing === undefined && typeof nothing);
await check("null", () => empty);
await check("registered-symbol", () => registered === Symbol.for("lumi.test"));
await check("well-known-symbol", () => wellKnown === Symbol.iterator);
await check("unique-symbol", () => [unique.description, { [unique]: 1 }[unique]]);
