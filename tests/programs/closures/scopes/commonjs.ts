import { check } from "../check.ts";
import lib, { bump, digest, Thing } from "./modules/commonjs/index.cjs";

bump();

await check("function", bump);
await check("shared-variable", () => [bump(), lib.read(), bump(), lib.read()]);
await check("required-name", (text: string) => digest(text), "x");
await check("required-module", () => lib.system());
await check("required-file", (text: string) => lib.shout(text), "x");
await check("exports", () => lib.own());
await check("class", () => new Thing("n").show());
await check("shared-in-a-block", () => [lib.counters.up(), lib.counters.get()]);
await check("function-in-a-block", (number: number) => lib.picked(true)(number) + lib.picked(false)(number), 5);
const one = lib.picked(true);
const other = lib.picked(false);
await check("captured-function-in-a-block", (number: number) => [one(number), other(number)], 5);
await check("function-that-a-block-declares", () => lib.late());
await check("strict-function-in-a-block", (number: number) => lib.strict(number), 5);
