import { Config } from "lumi";
import * as kit from "lumi:kit";
import * as legacy from "lumi:legacy";

const step = Number(new Config().require("step"));
const isFirst = step === 1;

// The first deployment fails in the middle: one is made by half, one not at all.
new kit.Thing("whole", { name: "whole" });
new kit.Thing("half", { name: "half", mode: isFirst ? "half create" : undefined });
const none = new kit.Thing("none", { name: "none", mode: isFirst ? "fail in create" : undefined });
new legacy.Thing("half", { name: "half", mode: isFirst ? "half" : undefined });
new kit.Thing("next", { name: "next", owner: { name: none.id } });
