import { Config } from "lumi";
import * as time from "lumi:time";

const step = Number(new Config().require("step"));

const start = new time.Static("start", { rfc3339: "2026-01-02T03:04:05Z" });
new time.Offset("later", { baseRfc3339: start.rfc3339, offsetDays: step });
new time.Rotating("monthly", { rfc3339: "2090-01-01T00:00:00Z", rotationDays: 30 });
