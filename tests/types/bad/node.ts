// Node has it, Lumi has not: the compiler says so before the program does.

// @ts-expect-error there are no datagrams
import { createSocket } from "node:dgram";
// @ts-expect-error there are no terminals to read lines from
import { start } from "node:repl";

// @ts-expect-error bytes, not text
export const text: string = Buffer.from("x");
// @ts-expect-error neither text nor bytes
process.stdout.write(1);
// @ts-expect-error a function is missing
setImmediate();
export default [start, createSocket];
