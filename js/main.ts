// The content of the startup snapshot: the web globals and the SDK.
import "./primordials.ts";
import "./web/globals.ts";
import "./lumi/main.ts";
import { disturb } from "./web/seeded_run.ts";
import { start } from "./web/exceptions.ts";

Object.assign((globalThis as unknown as { __lumi: object }).__lumi, { disturb, start });
