import { refused } from "../check.ts";
import { helper } from "./lib.ts";
refused("in-another-file", function handler() {
  return helper();
});
