// The behaviours of conformance/ on the target `kubernetes`: pods are processes of lumi beside a real server of NATS
// (tests/kubernetes).

import { assertEquals, test } from "lumi/testing";
import { ask, call, deployed } from "./kubernetes_server.ts";

test("every behaviour holds on kubernetes or is refused", async () => {
  const { outputs } = await deployed("suite", () => import("./conformance/index.ts"));
  await ask("tick");
  const names = outputs["names"] as string[];
  const results: Record<string, string> = {};
  await Promise.all(names.map(async (name) => {
    const refusal = outputs["refused"][name];
    try {
      if (refusal === undefined) await call("check", name);
      results[name] = refusal === undefined ? "yes" : "refused";
    } catch (error) {
      results[name] = `failed: ${(error as Error).message}`;
    }
  }));
  for (const name of names) console.log(`RESULT ${name}\t${results[name]}`);
  const failed = Object.entries(results).filter(([, result]) => result.startsWith("failed"));
  assertEquals(failed, []);
});
