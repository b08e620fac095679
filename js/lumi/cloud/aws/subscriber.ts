// Queues of SQS with their dead letters, and the functions that get their messages.

import { jsonStringify } from "../../property/combinators.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Delivery, Subscription } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { type AwsFunction, type AwsFunctionArgs, TIMEOUT } from "./function.ts";
import { physicalName } from "./names.ts";
import { fromQueue } from "./queue_events.ts";
import { type AwsResource, resource } from "./resource.ts";

/** AWS asks for six times the time of a call: calls that are throttled count, too. */
const VISIBILITY = 6 * TIMEOUT;
/** Seconds: four days, and the longest there is, because letters keep the time at which they were messages. */
const RETENTION = 345_600;
const RETENTION_OF_LETTERS = 1_209_600;

export interface QueueOptions {
  readonly isOrdered: boolean;
  readonly attempts: number;
  /** The ending of names in AWS, if the queue is not a component itself. */
  readonly kind?: string;
  /** Seconds for which a message waits. */
  readonly retention?: number;
}

export interface Queues {
  readonly queue: AwsResource;
  readonly deadLetters: AwsResource;
}

/** A queue, and the one of its dead letters, which is of the same kind. */
export function queuesOf(
  name: string,
  { isOrdered, attempts, kind = "", retention = RETENTION }: QueueOptions,
  parent: Resource,
): Queues {
  const made = (role: "" | "dead", inputs: object) =>
    resource("sqs_queue", role === "" ? name : `${name}.${role}`, {
      name: physicalName(name, 80, `${kind}${role && `_${role}`}${isOrdered ? ".fifo" : ""}`),
      ...isOrdered
        ? { fifoQueue: true, deduplicationScope: "messageGroup", fifoThroughputLimit: "perMessageGroupId" }
        : {},
      visibilityTimeoutSeconds: VISIBILITY,
      sqsManagedSseEnabled: true,
      ...inputs,
    }, parent);
  const deadLetters = made("dead", { messageRetentionSeconds: RETENTION_OF_LETTERS });
  const redrivePolicy = jsonStringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: attempts });
  return { queue: made("", { messageRetentionSeconds: retention, redrivePolicy }), deadLetters };
}

const CONSUMES = ["sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];

/** Makes the function of a subscription, which gets the messages of a queue; `of` is the name of the component. */
export function consume(
  queue: AwsResource,
  of: string,
  attempts: number,
  { name, args, batch }: Subscription,
  handle: (body: string, delivery: Delivery) => unknown,
  parent: Resource,
): void {
  const own: AwsFunctionArgs = { consumes: [{ actions: CONSUMES, resource: queue.arn }] };
  const handler = fromQueue(handle, { name: of, url: queue["url"], attempts });
  const { lambda, ready } = eventFunction<AwsFunction>(parent, { name, handler, args, own });
  resource("lambda_event_source_mapping", name, {
    eventSourceArn: queue.arn,
    functionName: lambda.arn,
    batchSize: batch,
    functionResponseTypes: ["ReportBatchItemFailures"],
  }, parent, ready);
}
