// What the startup snapshot holds: the web globals and the SDK.
import "./web/globals.ts";
import "./lumi/main.ts";
