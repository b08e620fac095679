// The behaviours of conformance/ on the target `aws`: bundles run in Node against moto (tests/aws), with IAM enforced.

import { assertEquals, test } from "lumi/testing";
import { ask, call, deployed } from "./aws_server.ts";

/** Runs work of which only some is done at a time, as sandboxes take memory. */
async function inTurns<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(Array.from({ length: count }, async () => {
    for (const item of left) await work(item);
  }));
}

/** The behaviours that AWS lacks, and that a plan cannot know of. */
const LACKING = [
  "Function: a call has the trace of its caller",
  "Router: an encoded slash is a part of a parameter",
  "Queue: a message has the trace of its sender",
  "Topic: a message has the trace of its sender",
  "Bucket: a change has the trace of its cause",
];

/** The components whose plans are tested, as no cloud of the tests can run them. */
const PLANNED = /^(Database|Service|Site): /;

test("every behaviour holds on aws or is refused", async () => {
  const { outputs } = await deployed("suite", () => import("./conformance/index.ts"));
  await ask("tick");
  const results: Record<string, string> = {};
  await inTurns(outputs["names"] as string[], 8, async (name) => {
    const refusal = outputs["refused"][name];
    if (PLANNED.test(name)) {
      results[name] = "planned";
      return;
    }
    try {
      if (refusal === undefined) await call("suite", "check", name);
      results[name] = refusal === undefined ? "yes" : "refused";
    } catch (error) {
      results[name] = LACKING.includes(name) ? "no" : `failed: ${(error as Error).message}`;
    }
  });
  for (const name of outputs["names"] as string[]) console.log(`RESULT ${name}\t${results[name]}`);
  const failed = Object.entries(results).filter(([, result]) => result.startsWith("failed"));
  const lacking = (outputs["names"] as string[]).filter((name) => results[name] === "no");
  assertEquals([failed, lacking], [[], LACKING]);
});
