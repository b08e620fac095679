// Buckets on AWS: S3. Changes of objects go to a topic, as S3 has one receiver for each kind of change.

import { interpolate } from "../../property/combinators.ts";
import type { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import type { BucketClient } from "../bucket.ts";
import type { BucketSpec, Delivery, Grant, SubscribedInfra, Subscription } from "../contract.ts";
import { bucketClient, decodedKey } from "./bucket_client.ts";
import { namePrefix, physicalName } from "./names.ts";
import { DAY } from "../retention.ts";
import { type AwsResource, resource } from "./resource.ts";
import { deliveryPolicy, subscribeToTopic } from "./topic_subscriber.ts";

/** The actions on objects that each method needs. */
const ACTIONS: Readonly<Record<string, string | undefined>> = {
  put: "s3:PutObject",
  get: "s3:GetObject",
  text: "s3:GetObject",
  delete: "s3:DeleteObject",
  list: undefined,
  downloadUrl: "s3:GetObject",
  uploadUrl: "s3:PutObject",
} satisfies Record<keyof BucketClient, string | undefined>;

/** Without `ListBucket`, S3 answers that a missing object is forbidden. */
const LISTING = ["get", "text", "list", "downloadUrl"];

export class AwsBucket implements SubscribedInfra {
  static readonly features = ["batch", "events", "retention"];

  readonly client = bucketClient;
  readonly outputs: { name: Property<string> };
  readonly #spec: BucketSpec;
  readonly #bucket: AwsResource;
  #changes: AwsResource | undefined;

  constructor(spec: BucketSpec) {
    const { name, component, retention } = this.#spec = spec;
    this.#bucket = resource("s3_bucket", name, { bucketPrefix: namePrefix(name, 37) }, component);
    this.outputs = { name: this.#bucket["bucket"] };
    if (retention !== undefined) expire(name, this.#bucket, retention / DAY, component);
  }

  subscribe(subscription: Subscription): void {
    const { name, component } = this.#spec;
    this.#changes ??= changesOf(name, this.#bucket, component);
    subscribeToTopic(this.#changes, { name, component }, subscription, changed(subscription.handler));
  }

  grant(method: string): Grant | undefined {
    if (!(method in ACTIONS)) return undefined;
    const action = ACTIONS[method];
    const onObjects = { actions: [action!], resource: interpolate`${this.#bucket.arn}/*` };
    const onBucket = { actions: ["s3:ListBucket"], resource: this.#bucket.arn };
    return { permissions: [...action === undefined ? [] : [onObjects], ...LISTING.includes(method) ? [onBucket] : []] };
  }
}

/** Lets S3 remove objects after some days. */
function expire(name: string, bucket: AwsResource, days: number, parent: Resource): void {
  resource("s3_bucket_lifecycle_configuration", name, {
    bucket: bucket.id,
    rule: [{ id: "retention", status: "Enabled", filter: [{ prefix: "" }], expiration: [{ days }] }],
  }, parent);
}

/** The topic of the changes of a bucket, and the only owner of the bucket's notifications. */
function changesOf(name: string, bucket: AwsResource, parent: Resource): AwsResource {
  const topic = resource("sns_topic", `${name}.changes`, { name: physicalName(name, 256, "_changes") }, parent);
  const policy = resource("sns_topic_policy", `${name}.changes`, {
    arn: topic.arn,
    policy: deliveryPolicy("s3.amazonaws.com", "sns:Publish", topic, bucket),
  }, parent);
  resource("s3_bucket_notification", name, {
    bucket: bucket.id,
    topic: [{ topicArn: topic.arn, events: ["s3:ObjectCreated:*", "s3:ObjectRemoved:*"] }],
  }, parent, [policy]);
  return topic;
}

/** The notifications of S3. The first of a bucket is a test, which has no records. */
interface Notification {
  readonly Records?: readonly {
    readonly eventName: string;
    readonly s3: { readonly object: { readonly key: string } };
  }[];
}

function changed(handler: Subscription["handler"]) {
  return async function notify(body: string, delivery: Delivery) {
    const { Records: records = [] }: Notification = JSON.parse(body);
    for (const { eventName, s3 } of records) {
      const type = eventName.startsWith("ObjectRemoved:") ? "delete" : "put";
      await handler({ type, key: decodedKey(s3.object.key) }, delivery);
    }
  };
}
