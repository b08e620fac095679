// Topics on AWS: SNS, with a queue of SQS for each subscriber.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Delivery, Grant, SubscribedInfra, Subscription, TopicSpec } from "../contract.ts";
import type { TopicClient } from "../topic.ts";
import { bodyOf } from "./message_text.ts";
import { physicalName } from "./names.ts";
import { request } from "./request.ts";
import { type AwsResource, resource } from "./resource.ts";
import { encoded } from "./signer.ts";
import { subscribeToTopic } from "./topic_subscriber.ts";

const client = defineClient({
  bindings: ["arn"],
  create: ({ arn }): TopicClient<unknown> => ({
    async publish(message) {
      const Message = bodyOf(`the topic ${arn.split(":").at(-1)}`, message);
      const body = formOf({ Action: "Publish", Version: "2010-03-31", TopicArn: arn, Message });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      await request("sns", { headers, body, operation: "Publish" });
    },
  }),
});

/** A form as the SDKs of AWS write it, which `URLSearchParams` does not. */
function formOf(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${encoded(value).replace(/%20/g, "+")}`);
  return parts.join("&");
}

export class AwsTopic implements SubscribedInfra {
  static readonly features = ["batch", "retention"];

  readonly client = client;
  readonly outputs: { arn: Property<string> };
  readonly #spec: TopicSpec;
  readonly #topic: AwsResource;

  constructor(spec: TopicSpec) {
    const { name, component } = this.#spec = spec;
    this.#topic = resource("sns_topic", name, { name: physicalName(name, 256) }, component);
    this.outputs = { arn: this.#topic.arn };
  }

  subscribe(subscription: Subscription): void {
    const { handler } = subscription;
    const handle = (body: string, delivery: Delivery) => handler(JSON.parse(body), delivery);
    subscribeToTopic(this.#topic, this.#spec, subscription, handle);
  }

  grant(method: string): Grant | undefined {
    if (method !== "publish") return undefined;
    return { permissions: [{ actions: ["sns:Publish"], resource: this.#topic.arn }] };
  }
}
