// Independent resources that take a tenth of a second each.
import { exec } from "lumi/std";

for (let index = 0; index < 200; index++) {
  new exec.Command(`sleep-${index}`, { create: ["sleep", "0.1"], delete: "true" });
}

export const done = "all of them";
