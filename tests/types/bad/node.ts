// Node has it, Lumi has not: the compiler says so before the program does.

// @ts-expect-error there is no database
import { DatabaseSync } from "node:sqlite";
// @ts-expect-error programs are not put into one file with Node
import { isSea } from "node:sea";

// @ts-expect-error bytes, not text
export const text: string = Buffer.from("x");
// @ts-expect-error neither text nor bytes
process.stdout.write(1);
// @ts-expect-error a function is missing
setImmediate();
export default [isSea, DatabaseSync];
