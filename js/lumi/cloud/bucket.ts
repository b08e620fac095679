// Bucket: objects, which are bytes by key, and events of their changes.

import type { Property } from "../property/property.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component, onlyInFunctions } from "./component.ts";
import type { Delivery, SubscribedInfra } from "./contract.ts";
import { type SubscribeArgs, subscription } from "./queue.ts";
import { checkMembers, objectRetention } from "./retention.ts";
import { requireFeature } from "./target.ts";

/** The methods of a bucket for functions. */
export interface BucketClient {
  put(key: string, content: string | Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** An object that is text. */
  text(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`. */
  list(prefix?: string): Promise<string[]>;
  /** A URL by which its holders `GET` the object until it expires. */
  downloadUrl?(key: string, options?: SignedUrlOptions): Promise<string>;
  /** A URL by which its holders `PUT` the object until it expires. */
  uploadUrl?(key: string, options?: SignedUrlOptions): Promise<string>;
}

export interface SignedUrlOptions {
  /** The life of the URL: 1 second to a week (604,800), 15 minutes by default. */
  seconds?: number;
}

/** A change of an object. */
export interface BucketEvent {
  type: "put" | "delete";
  key: string;
}

export interface BucketArgs {
  /**
   * Seconds after which an object is removed: whole days, such as 2,592,000 for thirty. Without it, objects stay. S3 removes an
   * object after the midnight (UTC) that follows, and gives no time for it.
   */
  retention?: number;
}

/** A bucket of objects: bytes by key. */
export class Bucket extends Component {
  readonly #infra: SubscribedInfra;
  readonly #bucket: string;
  /** The name of the bucket on the target. */
  declare readonly name: Property<string>;

  constructor(name: string, args: BucketArgs = {}, options?: ComponentResourceOptions) {
    checkMembers("Bucket", name, args, ["retention"]);
    const kept = objectRetention("Bucket", name, args);
    super("Bucket", name, { ...kept }, options);
    this.#bucket = name;
    this.#infra = this.realise<SubscribedInfra>(kept);
  }

  /** A function of that name gets the changes of objects, at least once each. */
  subscribe(
    name: string,
    handler: (event: BucketEvent, delivery: Delivery) => unknown,
    args: SubscribeArgs = {},
  ): this {
    requireFeature("Bucket", this.#bucket, "events");
    this.#infra.subscribe(subscription("Bucket", this.#bucket, name, handler, args));
    return this;
  }
}

export interface Bucket extends Required<BucketClient> {}

onlyInFunctions(Bucket, "put", "get", "text", "delete", "list", "downloadUrl", "uploadUrl");
