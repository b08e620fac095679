// Node has it, Lumi has not: the compiler says so before the program does.

// @ts-expect-error there is no watching
import { watch } from "node:fs";
// @ts-expect-error there are no servers
import { createServer } from "node:http";

// @ts-expect-error bytes, not text
export const text: string = Buffer.from("x");
// @ts-expect-error neither text nor bytes
process.stdout.write(1);
// @ts-expect-error a function is missing
setImmediate();
export default [watch, createServer];
