// The adapter from messages of streams to handlers. This code is a part of bundles.

import type { Delivery } from "../contract.ts";
import type { StreamRecord } from "./nats/subscriber.ts";

/** The handler for what `subscriber.ts` delivers; `queue` is the name of the component. Answers the messages that failed. */
export function fromStream(handle: (message: any, delivery: Delivery) => unknown, queue: string) {
  return async function deliver(records: readonly StreamRecord[]) {
    const failed: string[] = [];
    for (const { id, attempt, body } of records) {
      try {
        await handle(JSON.parse(body), { queue, id, attempt });
      } catch (error) {
        // The failure of a single message is that of the call.
        if (records.length === 1) throw error;
        console.error(`message ${id} of ${queue} failed:`, error);
        failed.push(id);
      }
    }
    return { failed };
  };
}
