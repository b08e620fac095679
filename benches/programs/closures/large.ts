// A closure that captures 10 MB of data.

import { CustomResource } from "lumi";

const rows = Array.from({ length: 50_000 }, (_, index) => ({
  id: index,
  name: `row number ${index}`,
  text: "x".repeat(120),
  tags: ["a", "b"],
}));

new CustomResource("bench:index:Function", "large", { code: (id: number) => rows[id]?.text });
