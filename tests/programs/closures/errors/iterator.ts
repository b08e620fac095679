import { refused } from "../check.ts";
const entries = new Map([[1, 2]]).entries();
refused("iterator", () => [...entries]);
