// The behaviours of `Queue`.

import { type Delivery, KVStore, MAX_MESSAGE_BYTES, Queue } from "lumi/cloud";
import { type Behaviours, equal, eventually, failing, fresh, optional, pause } from "./checks.ts";

interface Job {
  run: string;
  n?: number;
  /** The number of deliveries that fail. */
  failures?: number;
}

const jobs = new Queue<Job>("jobs", { attempts: 3 });
const deliveries = new KVStore<{ job: Job; delivery: Delivery; time: number }>("deliveries");
const letters = new KVStore<{ message: Job; attempts: number }>("letters");

jobs.subscribe("work", async (job, delivery) => {
  await deliveries.set(`${job.run}/${delivery.id}/${delivery.attempt}`, { job, delivery, time: Date.now() });
  if (delivery.attempt <= (job.failures ?? 0)) throw new Error("this delivery is to fail");
});
optional("Queue: a message that fails too often is a dead letter", () => {
  jobs.subscribeToDeadLetters("bury", async (letter) => {
    await letters.set(letter.message.run, letter);
  });
});

const lanes = new KVStore<number[]>("lanes");
let ordered: Queue<{ run: string; lane: string; n: number }> | undefined;
optional("Queue: messages with one key are delivered in order", () => {
  ordered = new Queue<{ run: string; lane: string; n: number }>("ordered", { ordered: true, attempts: 3 });
  ordered.subscribe("keep-order", async ({ run, lane, n }, { attempt }) => {
    if (n === 2 && attempt === 1) throw new Error("the second message fails once");
    await pause(n % 2 === 0 ? 30 : 1);
    const key = `${run}/${lane}`;
    await lanes.set(key, [...await lanes.get(key) ?? [], n]);
  });
});

const batches = new Queue<Job>("batches");
optional("Queue: several messages are delivered at once", () => {
  batches.subscribe("work-in-batches", async (job, delivery) => {
    await deliveries.set(`${job.run}/${delivery.id}/${delivery.attempt}`, { job, delivery, time: Date.now() });
    if (delivery.attempt <= (job.failures ?? 0)) throw new Error("this delivery is to fail");
  }, { batch: 10 });
});

/** The deliveries of a run, once there are `count`. */
const delivered = (run: string, count: number) =>
  eventually(async () => {
    const all = await deliveries.values(`${run}/`);
    return all.length >= count ? all : undefined;
  });

export const queues: Behaviours = {
  "the subscriber gets every message": async () => {
    const run = fresh();
    await Promise.all([1, 2, 3, 4, 5].map((n) => jobs.push({ run, n })));
    const all = await delivered(run, 5);
    equal(all.map((it) => it.job.n).sort(), [1, 2, 3, 4, 5]);
  },
  "a delivery has the name of its queue, an id and the attempt": async () => {
    const run = fresh();
    await jobs.push({ run });
    const [first] = await delivered(run, 1);
    const { queue, id, attempt } = first!.delivery;
    equal([queue, typeof id, attempt], ["jobs", "string", 1]);
  },
  "a message that fails comes again, with the same id": async () => {
    const run = fresh();
    await jobs.push({ run, failures: 1 });
    const all = await delivered(run, 2);
    equal(all.map((it) => it.delivery.attempt).sort(), [1, 2]);
    equal(new Set(all.map((it) => it.delivery.id)).size, 1);
  },
  "a message that fails too often is a dead letter": async () => {
    const run = fresh();
    await jobs.push({ run, failures: 100 });
    const { message, attempts } = await eventually(() => letters.get(run));
    equal([message, attempts], [{ run, failures: 100 }, 3]);
    equal((await delivered(run, 3)).length, 3);
  },
  "a delayed message waits": async () => {
    const [run, start] = [fresh(), Date.now()];
    await jobs.push({ run }, { delay: 0.4 });
    const [first] = await delivered(run, 1);
    equal(first!.time - start >= 390, true);
  },
  "a delay has a limit": async () => {
    await failing(() => jobs.push({ run: fresh() }, { delay: 901 }));
    await failing(() => jobs.push({ run: fresh() }, { delay: -1 }));
  },
  "a message of the largest size is delivered": async () => {
    const run = "r".repeat(100);
    const text = JSON.stringify({ run, n: 0 });
    const padded = { run, n: 0, more: "x".repeat(MAX_MESSAGE_BYTES - text.length - 10) };
    equal(JSON.stringify(padded).length, MAX_MESSAGE_BYTES);
    await jobs.push(padded);
    await delivered(run, 1);
  },
  "a larger message is refused": async () => {
    await failing(() => jobs.push({ run: "\u00e9".repeat(MAX_MESSAGE_BYTES / 2) }));
  },
  "a message of a queue without order has no key": async () => {
    await failing(() => jobs.push({ run: fresh() }, { key: "a" }));
  },
  "messages with one key are delivered in order": async () => {
    const run = fresh();
    for (const n of [1, 2, 3, 4]) {
      for (const lane of ["a", "b"]) await ordered!.push({ run, lane, n }, { key: `${run}/${lane}` });
    }
    const order = (lane: string) =>
      eventually(async () => {
        const all = await lanes.get(`${run}/${lane}`);
        return all?.at(-1) === 4 ? all : undefined;
      });
    equal([await order("a"), await order("b")], [[1, 2, 3, 4], [1, 2, 3, 4]]);
  },
  "a message of an ordered queue needs a key, and has no delay": async () => {
    const message = { run: fresh(), lane: "a", n: 1 };
    await failing(() => ordered!.push(message));
    await failing(() => ordered!.push(message, { key: "a", delay: 1 }));
  },
  "several messages are delivered at once": async () => {
    const run = fresh();
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    await Promise.all(numbers.map((n) => batches.push({ run, n, failures: n === 5 ? 1 : 0 })));
    // The one that fails comes again, and no other one.
    const all = await delivered(run, 13);
    equal(all.filter((it) => it.delivery.attempt > 1).map((it) => it.job.n), [5]);
    equal(new Set(all.map((it) => it.delivery.id)).size, 12);
  },
};
