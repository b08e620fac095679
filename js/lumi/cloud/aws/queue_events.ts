// Events of SQS for functions that get messages. This code is a part of bundles.

import type { Input } from "../../property/property_types.ts";
import type { Delivery } from "../contract.ts";
import { callJson } from "./request.ts";

interface QueueEvent {
  readonly Records: readonly QueueRecord[];
}

interface QueueRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: { readonly ApproximateReceiveCount: string; readonly MessageGroupId?: string };
}

/** The queue that the messages of a function come from. */
export interface Source {
  /** The name of the component. */
  readonly name: string;
  readonly url: Input<string>;
  /** The number of deliveries before a message is a dead letter. */
  readonly attempts: number;
}

/** Seconds, which SQS allows at most twelve hours of. */
const LONGEST_PAUSE = 900;

/**
 * The handler for the events of a queue: the answer lists the messages that are to come again. In a queue with order, those
 * are the ones after a failure, too, as far as they have its key.
 */
export function fromQueue(handle: (body: string, delivery: Delivery) => unknown, { name, url, attempts }: Source) {
  return async function deliver({ Records: records }: QueueEvent) {
    const failures = new Map<string, Promise<void>>();
    const stopped = new Map<string, number>();
    for (const { messageId: id, receiptHandle, body, attributes } of records) {
      const attempt = Number(attributes.ApproximateReceiveCount);
      const group = attributes.MessageGroupId;
      let pause = group === undefined ? undefined : stopped.get(group);
      if (pause === undefined) {
        try {
          await handle(body, { queue: name, id, attempt });
          continue;
        } catch (error) {
          console.error(`message ${id} of ${name} failed:`, error);
        }
        // A message that becomes a dead letter need not wait.
        pause = attempt >= attempts ? 0 : Math.min(2 ** (attempt - 1), LONGEST_PAUSE);
      }
      if (group !== undefined) stopped.set(group, pause);
      failures.set(id, comeAgain(await url, receiptHandle, pause));
    }
    await Promise.all(failures.values());
    return { batchItemFailures: [...failures.keys()].map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Lets a message come again after some seconds instead of the time that a call may take. */
async function comeAgain(url: string, receiptHandle: string, seconds: number): Promise<void> {
  try {
    const input = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    await callJson("sqs", "AmazonSQS.ChangeMessageVisibility", "1.0", input);
  } catch (error) {
    // The message comes again by itself, only later.
    console.error("the pause of a message cannot be set:", error);
  }
}
