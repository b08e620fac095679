// Makes the streams of an application as the target `kubernetes` does: a store, a queue with a function, an ordered one, and a topic.
// With `filled`, it stores messages and values as functions do.

import { closeNats, jetStream, store } from "./nats/jetstream.ts";
import { setUpStreams, type StreamPlan } from "./nats/stream_setup.ts";

const work = { retention: "workqueue", storage: "file", num_replicas: 1 };
const consumer = (name: string, subject: string, isOrdered = false) => ({
  durable_name: name,
  filter_subject: subject,
  deliver_policy: "all",
  ack_policy: "explicit",
  ack_wait: 30_000_000_000,
  max_deliver: -1,
  max_ack_pending: isOrdered ? 1 : 1000,
});
const lanes = (name: string, queue: string) =>
  Array.from({ length: 8 }, (_, lane) => consumer(`${name}-${lane}`, `queue.${queue}.lane.${lane}`, true));

const plans: StreamPlan[] = [
  {
    stream: {
      ...work,
      name: "kv-counts",
      subjects: ["kv.counts.>"],
      retention: "limits",
      max_msgs_per_subject: 1,
      discard: "new",
      allow_msg_ttl: true,
    },
    consumers: [],
  },
  {
    stream: { ...work, name: "queue-jobs", subjects: ["queue.jobs.>"], allow_msg_schedules: true },
    consumers: [consumer("work", "queue.jobs.messages")],
  },
  { stream: { ...work, name: "dead-queue-jobs", subjects: ["dead.queue.jobs"] }, consumers: [] },
  { stream: { ...work, name: "queue-steps", subjects: ["queue.steps.>"] }, consumers: lanes("step", "steps") },
  {
    stream: { ...work, name: "dead-queue-steps", subjects: ["dead.queue.steps"] },
    consumers: [consumer("letters", "dead.queue.steps")],
  },
  {
    stream: { ...work, name: "topic-news", subjects: ["topic.news"], retention: "interest" },
    consumers: [consumer("mail", "topic.news"), consumer("page", "topic.news")],
  },
  { stream: { ...work, name: "dead-topic-news", subjects: ["dead.topic.news.*"] }, consumers: [] },
];

async function fill(): Promise<void> {
  const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  await store("kv.counts.a.b", "1");
  const expires = Date.now() + 1e8;
  await store("kv.counts.short", "2", { "Lumi-Expires": String(expires), "Nats-TTL": "100001" });
  for (const id of ["first", "second"]) await store("queue.jobs.messages", `"${id}"`, { "Lumi-Id": id, ...trace });
  await store("queue.jobs.later.x", '"later"', {
    "Lumi-Id": "third",
    "Nats-Schedule": `@at ${new Date(Date.now() + 1e8).toISOString()}`,
    "Nats-Schedule-Target": "queue.jobs.messages",
  });
  await store("dead.queue.jobs", '{"message":"poison","attempts":3}', { "Lumi-Id": "fourth" });
  for (const n of [1, 2, 3]) await store("queue.steps.lane.1", `${n}`, { "Lumi-Id": `step-${n}`, "Lumi-Key": "k%2F1" });
  await store("dead.queue.steps", '{"message":0,"attempts":6}', { "Lumi-Id": "step-0" });
  await store("topic.news", '"hello"', { "Lumi-Id": "news" });
  await store("dead.topic.news.page", '{"message":"bye","attempts":6}', { "Lumi-Id": "old" });
}

/** Acknowledges the next message of a consumer, as a function that has succeeded. */
async function take(stream: string, name: string): Promise<void> {
  const { natsConnection } = await import("./nats/jetstream.ts");
  const nats = await natsConnection();
  const request = { payload: '{"batch":1,"expires":5000000000}' };
  const message = await nats.request(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`, request, 10_000);
  if (message.status !== 0) throw new Error(`${name} got nothing: ${message.status}`);
  await nats.request(message.reply, { payload: "+ACK" }, 10_000);
  console.log(new TextDecoder().decode(message.payload), message.headers["Lumi-Id"]);
}

const [, , action] = process.argv;
if (action === "take") await take("queue-jobs", "work");
else if (action === "count") {
  for (const { stream: { name } } of plans) {
    const { state } = await jetStream(`STREAM.INFO.${name}`);
    console.log(name, state.messages);
  }
} else {
  await setUpStreams(plans);
  if (action === "filled") await fill();
}
await closeNats();
