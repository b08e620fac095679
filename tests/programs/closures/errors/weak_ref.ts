import { refused } from "../check.ts";
const target = {};
const reference = new WeakRef(target);
refused("weak-ref", () => reference.deref());
