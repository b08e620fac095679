import { Config } from "lumi";
import * as legacy from "lumi:legacy";

const step = Number(new Config().require("step"));

const thing = new legacy.Thing("thing", {
  name: step === 1 ? "a" : "b",
  ratio: 0.5,
  text: "hello",
  rule: [{ port: 80, names: ["x", "y"] }, { port: 443 }],
  single: { port: 22 },
});
new legacy.Thing("next", { name: "next", mode: thing.id });
