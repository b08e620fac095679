import { refused } from "../check.ts";
const tag = Symbol("tag");
const holder = { [tag]: { cache: new WeakSet() } };
refused("symbol-key", () => holder[tag]);
