import { refused } from "../check.ts";
const formula = "1 + 1";
const compute = () => eval(formula);
refused("eval", () => compute());
