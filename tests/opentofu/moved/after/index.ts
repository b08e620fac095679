import * as kit from "lumi:kit";

const wasThing = { type: "kit:resources:kit_thing" };
new kit.Gadget("a", { label: "a", size: 5 }, { aliases: [wasThing] });
new kit.Gadget("other", { label: "another" }, { aliases: [{ ...wasThing, name: "b" }] });
