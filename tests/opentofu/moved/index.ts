import * as kit from "lumi:kit";

// Things that become gadgets in the second step (after/index.ts).
new kit.Thing("a", { name: "a", size: 4 });
new kit.Thing("b", { name: "b" });
