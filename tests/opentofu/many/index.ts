import { Config } from "lumi";
import * as local from "lumi:local";
import * as random from "lumi:random";

const step = Number(new Config().require("step"));

for (const key of step === 1 ? ["a", "b", "c"] : ["b", "c", "d"]) {
  const name = new random.Pet(key, { length: 2 });
  new local.File(key, { filename: `./${key}.txt`, content: name.id });
}
