import { refused } from "../check.ts";
refused("imports-file", async () => (await import("./lib.ts")).helper());
