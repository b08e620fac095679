import { refused } from "../check.ts";
const counter = new Int32Array(new SharedArrayBuffer(8));
refused("shared-memory", () => Atomics.load(counter, 0));
