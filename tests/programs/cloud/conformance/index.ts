// The behaviours that every target has, as functions of an application: `check` runs one by its name, on the target.

import { Function } from "lumi/cloud";
import { stores } from "./stores.ts";
import { buckets } from "./buckets.ts";
import { queues } from "./queues.ts";
import { topics } from "./topics.ts";
import { functions } from "./functions.ts";
import { secrets } from "./secrets.ts";
import { routers } from "./routers.ts";
import { streams } from "./streams.ts";
import { sockets } from "./sockets.ts";
import { databases } from "./databases.ts";
import { daemons } from "./daemons.ts";
import { services } from "./services.ts";
import { sites } from "./sites.ts";
import { schedules } from "./schedules.ts";
import { events } from "./events.ts";
import { functionResilience, queueResilience } from "./resilience.ts";
import { rpcs } from "./rpcs.ts";
import { bucketTraces, functionTraces, queueTraces, topicTraces } from "./traces.ts";
import type { Behaviours } from "./checks.ts";

export { refused } from "./checks.ts";

const behaviours: Behaviours = {};
const groups = {
  Function: { ...functions, ...functionTraces, ...functionResilience },
  Router: { ...routers, ...streams, ...sockets },
  Queue: { ...queues, ...queueTraces, ...queueResilience },
  Topic: { ...topics, ...topicTraces },
  Schedule: schedules,
  KVStore: stores,
  Bucket: { ...buckets, ...bucketTraces },
  Database: databases,
  Secret: secrets,
  Service: services,
  Daemon: daemons,
  Site: sites,
  Rpc: rpcs,
  Events: events,
};
for (const [component, group] of Object.entries(groups)) {
  for (const [name, behaviour] of Object.entries(group)) behaviours[`${component}: ${name}`] = behaviour;
}

/** All names, in the order of the documentation. */
export const names = Object.keys(behaviours);

new Function("check", async (name: string) => {
  await behaviours[name]!();
});
