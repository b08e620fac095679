import { refused } from "../check.ts";
const add = new Function("a", "b", "return a + b");
refused("new-function", () => add(1, 2));
