// The subscribers of a topic of SNS: each has a queue, so that its failures and its dead letters are its own.

import { jsonStringify } from "../../property/combinators.ts";
import type { Delivery, Subscription, TopicSpec } from "../contract.ts";
import { type AwsResource, resource } from "./resource.ts";
import { consume, queuesOf } from "./subscriber.ts";

/** The number of deliveries to a subscriber, as of queues. */
const ATTEMPTS = 6;

/** Subscribes a function to the topic of a component. */
export function subscribeToTopic(
  topic: AwsResource,
  { name: of, component: parent, retention }: TopicSpec,
  subscription: Subscription,
  handle: (body: string, delivery: Delivery) => unknown,
): void {
  const { name } = subscription;
  const options = {
    isOrdered: false,
    attempts: ATTEMPTS,
    kind: "_subscriber",
    ...retention === undefined ? {} : { retention },
  };
  const { queue } = queuesOf(name, options, parent);
  const policy = resource("sqs_queue_policy", name, {
    queueUrl: queue["url"],
    policy: deliveryPolicy("sns.amazonaws.com", "sqs:SendMessage", queue, topic),
  }, parent);
  resource("sns_topic_subscription", name, {
    topicArn: topic.arn,
    protocol: "sqs",
    endpoint: queue.arn,
    rawMessageDelivery: true,
  }, parent, [policy]);
  consume(queue, of, ATTEMPTS, subscription, handle, parent);
}

/** The policy that lets a service deliver to a thing on behalf of another thing. */
export function deliveryPolicy(service: string, action: string, to: AwsResource, from: AwsResource) {
  return jsonStringify({
    Version: "2012-10-17",
    Statement: [{
      Effect: "Allow",
      Principal: { Service: service },
      Action: action,
      Resource: to.arn,
      Condition: { ArnEquals: { "aws:SourceArn": from.arn } },
    }],
  });
}
