import { refused } from "../check.ts";
const names = { key: "k" };
class Holder {
  [names.key + "1"] = 1;
}
refused("computed-field", () => new Holder());
