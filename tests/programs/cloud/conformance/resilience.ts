// The behaviours of resilience, by component.

import { Function, KVStore, Queue } from "lumi/cloud";
import { type Behaviours, equal, eventually, failing, fresh, optional, pause, refused } from "./checks.ts";

const runs = new KVStore<number>("runs");
const gates = new KVStore<boolean>("gates");
const outerLetters = new KVStore<string>("outer-letters");

/** Counts a run, and answers how many there were. */
async function counted(run: string): Promise<number> {
  for (;;) {
    const entry = await runs.entry(run);
    const count = (entry?.value ?? 0) + 1;
    if (await runs.setIf(run, entry?.version, count)) return count;
  }
}

let slow: Function<[], void> | undefined;
optional("Function: a call that takes too long fails", () => {
  slow = new Function("slow", async () => void await pause(2000), { timeout: 0.2 });
});
let flaky: Function<[string, number], number> | undefined;
optional("Function: a call that fails comes again", () => {
  flaky = new Function("flaky", async (run: string, failures: number) => {
    const count = await counted(run);
    if (count <= failures) throw new Error(`run ${count} is to fail`);
    return count;
  }, { retries: { attempts: 3, pause: 0.01 } });
});
const outer = new Queue<string>("outer", { attempts: 2 });
outer.subscribe("call-flaky", async (run) => void await flaky!.call(run, 100));
optional("Queue: calls of a delivery that comes again are made once", () => {
  if (flaky === undefined) throw new Error(refused["Function: a call that fails comes again"]);
  outer.subscribeToDeadLetters("outer-letters", async ({ message }) => {
    await outerLetters.set(message, message);
  });
});
let broken: Function<[string], void> | undefined;
optional("Function: a function that fails repeatedly is not called for a time", () => {
  broken = new Function("broken", async (run: string) => {
    await counted(run);
    throw new Error("it is broken");
  }, { circuitBreaker: { failures: 2, pause: 60 } });
});
let single: Function<[string], number> | undefined;
optional("Function: so many calls run at the same time, and no more", () => {
  single = new Function("single", async (run: string) => {
    const count = await counted(run);
    await eventually(() => gates.get(run));
    return count;
  }, { concurrency: 1 });
});
let limited: Function<[], number> | undefined;
optional("Function: so many calls are made in some time, and no more", () => {
  limited = new Function("limited", () => 1, { rateLimit: { calls: 2, seconds: 600 } });
});

export const functionResilience: Behaviours = {
  "a call that takes too long fails": async () => {
    await failing(() => slow!.call());
  },
  "a call that fails comes again": async () => {
    equal(await flaky!.call(fresh(), 2), 3);
    const run = fresh();
    equal([(await failing(() => flaky!.call(run, 100))).includes("run 3 is to fail"), await runs.get(run)], [true, 3]);
  },
  "a function that fails repeatedly is not called for a time": async () => {
    const run = fresh();
    for (let call = 0; call < 4; call++) await failing(() => broken!.call(run));
    equal(await runs.get(run), 2);
  },
  "so many calls run at the same time, and no more": async () => {
    const run = fresh();
    const first = single!.call(run);
    await eventually(() => runs.get(run));
    await failing(() => single!.call(run));
    await gates.set(run, true);
    equal([await first, await runs.get(run)], [1, 1]);
  },
  "so many calls are made in some time, and no more": async () => {
    equal([await limited!.call(), await limited!.call()], [1, 1]);
    await failing(() => limited!.call());
  },
};

export const queueResilience: Behaviours = {
  "calls of a delivery that comes again are made once": async () => {
    const run = fresh();
    await outer.push(run);
    await eventually(() => outerLetters.get(run));
    equal(await runs.get(run), 2);
  },
};
