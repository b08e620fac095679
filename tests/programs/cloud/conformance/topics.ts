// The behaviours of `Topic`.

import { KVStore, MAX_MESSAGE_BYTES, Topic } from "lumi/cloud";
import { type Behaviours, equal, eventually, failing, fresh } from "./checks.ts";

const topic = new Topic<{ run: string }>("news");
const heard = new KVStore<string>("heard");

topic.subscribe("first-reader", async ({ run }, { queue }) => {
  await heard.set(`${run}/first`, queue);
});
topic.subscribe("second-reader", async ({ run }, { queue, attempt }) => {
  if (attempt === 1) throw new Error("this reader fails once");
  await heard.set(`${run}/second`, queue);
});

export const topics: Behaviours = {
  "every subscriber gets a message, also if another one fails": async () => {
    const run = fresh();
    await topic.publish({ run });
    const read = (reader: string) => eventually(() => heard.get(`${run}/${reader}`));
    equal([await read("first"), await read("second")], ["news", "news"]);
  },
  "a larger message is refused": async () => {
    await failing(() => topic.publish({ run: "x".repeat(MAX_MESSAGE_BYTES) }));
  },
};
