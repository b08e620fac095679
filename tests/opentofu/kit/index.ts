import { Config } from "lumi";
import * as kit from "lumi:kit";

const step = Number(new Config().require("step"));

const whole = new kit.Thing("whole", {
  name: "whole",
  kind: step === 1 ? undefined : "special",
  size: 0.5,
  tags: ["b", "a"],
  any: { list: [1, "two", true], map: { a: null } },
  owner: { name: "ann" },
  members: [{ name: "bob" }, { name: "cy", code: "c" }],
  labels: { snake_case: { name: "d" } },
  groups: [{ name: "e" }, { name: "f", code: "g" }],
  rule: [{ from: 1, to: 2 }, { from: step + 2 }],
  port: { from: 80 },
});
new kit.Thing("next", { name: step === 1 ? "next" : "after", owner: { name: whole.id } });
