// Buckets of the platform on this machine.

import { all } from "../../property/combinators.ts";
import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { BucketClient, SignedUrlOptions } from "../bucket.ts";
import type { BucketSpec, Grant, SubscribedInfra, Subscription } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { lifeOf } from "../signed_url.ts";
import { dataFolder } from "./data_folder.ts";
import { adapted } from "./queue.ts";
import { escaped, service } from "./service.ts";

/** The actions that each method needs. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  put: ["buckets:put"],
  get: ["buckets:get"],
  text: ["buckets:get"],
  delete: ["buckets:delete"],
  list: ["buckets:list"],
  downloadUrl: ["buckets:get"],
  uploadUrl: ["buckets:put"],
} satisfies Record<keyof BucketClient, readonly string[]>;

/** The client of a bucket; `ttl` is the time in seconds after which an object is gone. */
function clientOf(name: string, ttl?: string): BucketClient {
  const at = (key: string) => `buckets/${name}/${escaped(key)}`;
  const url = async (action: "get" | "put", key: string, options?: SignedUrlOptions) => {
    const life = action === "put" && ttl !== undefined ? `&ttl=${ttl}` : "";
    const answer = await service("POST", `${at(key)}?sign=${action}&seconds=${lifeOf(key, options)}${life}`);
    const { expires, signature } = await answer.json();
    return `${process.env["LUMI_PLATFORM"]}/_lumi/${at(key)}?expires=${expires}&signature=${signature}${life}`;
  };
  return {
    async put(key, content) {
      await service("PUT", ttl === undefined ? at(key) : `${at(key)}?ttl=${ttl}`, { body: content });
    },
    async get(key) {
      const answer = await service("GET", at(key), { expected: [404] });
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    },
    async text(key) {
      const answer = await service("GET", at(key), { expected: [404] });
      return answer.ok ? answer.text() : undefined;
    },
    async delete(key) {
      await service("DELETE", at(key));
    },
    async list(prefix = "") {
      return (await service("GET", `buckets/${name}?prefix=${escaped(prefix)}`)).json();
    },
    downloadUrl: (key, options) => url("get", key, options),
    uploadUrl: (key, options) => url("put", key, options),
  };
}

const client = defineClient({ bindings: ["name"], create: ({ name }): BucketClient => clientOf(name) });
const expiring = defineClient({
  bindings: ["name", "ttl"],
  create: ({ name, ttl }): BucketClient => clientOf(name, ttl),
});

export class LocalBucket implements SubscribedInfra {
  static readonly features = ["batch", "events", "retention"];

  readonly client: typeof client;
  readonly outputs: { name: Property<string>; ttl?: string };
  readonly #spec: BucketSpec;
  #events: Property<string> | undefined;

  constructor(spec: BucketSpec) {
    const { name, component, retention } = this.#spec = spec;
    this.client = retention === undefined ? client : expiring;
    const ttl = retention === undefined ? {} : { ttl: String(retention) };
    this.outputs = { name: dataFolder("buckets", name, name, component), ...ttl };
  }

  subscribe(subscription: Subscription): void {
    const { name, args, batch } = subscription;
    const { component } = this.#spec;
    // The queue of the events has the name of the platform.
    this.#events ??= dataFolder("queues", `${this.#spec.name}.bucket`, `${this.#spec.name}.events`, component);
    const bucket = all([this.outputs.name, this.#events]).then(([bucket]) => bucket) as unknown as Property<string>;
    const triggers = [{ type: "bucket", bucket, batch }];
    eventFunction(component, { name, handler: adapted(subscription, this.#spec.name), args, own: { triggers } });
  }

  grant(method: string): Grant | undefined {
    const actions = ACTIONS[method];
    return actions && { permissions: [{ actions, resource: this.#spec.name }] };
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
