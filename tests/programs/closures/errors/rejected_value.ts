import { refused } from "../check.ts";
const task = Promise.resolve({ lock: new WeakMap() });
refused("rejected-value", async () => (await task).lock);
