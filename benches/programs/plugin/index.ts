// Resources of a plugin that answers at once: what is measured is the way to it and back.
import { Config, CustomResource } from "lumi";

const count = new Config().requireNumber("count");

for (let index = 0; index < count; index++) {
  new CustomResource("notes:index:Note", `note-${index}`, { title: `note-${index}`, body: "two bottles of milk" });
}

export const done = "all of them";
