import { refused } from "../check.ts";
const again: any = { [Symbol.for("lumi.capture")]: () => ({ ...again }) };
refused("endless-hook", () => again);
