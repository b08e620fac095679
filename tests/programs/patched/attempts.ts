// Tries what the program has no permission for, with whatever the built-in objects do by now.
import { get, own, say } from "./patch.ts";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";

const attempts: (() => unknown)[] = [
  () => say("read", fs.readFileSync("OUTSIDE", "utf8")),
  () => say("key", fs.readFileSync(".lumi/key", "utf8")),
  () => say("env", own.env.PROBE),
  () => fs.writeFileSync("written", ""),
  () => execFileSync("touch", ["run"]),
  async () => {
    try {
      await get("URL/teams", {
        method: "POST",
        headers: { authorization: "Bearer token", "content-type": "application/json" },
        body: '{"by":"fetch"}',
      });
    } catch {
      // Refused, or the program's own doing.
    }
  },
];
for (let index = 0; index < attempts.length; index++) {
  try {
    attempts[index]!();
  } catch {
    // Refused, or the program's own doing.
  }
}
