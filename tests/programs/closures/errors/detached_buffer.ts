import { refused } from "../check.ts";
const buffer = new ArrayBuffer(8);
buffer.transfer();
refused("detached-buffer", () => buffer.byteLength);
