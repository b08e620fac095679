// Buckets of the platform on this machine.

import { all } from "../../property/combinators.ts";
import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { BucketClient, SignedUrlOptions } from "../bucket.ts";
import type { ComponentSpec, Grant, SubscribedInfra, Subscription } from "../contract.ts";
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

const client = defineClient({
  bindings: ["name"],
  create: ({ name }): BucketClient => {
    const at = (key: string) => `buckets/${name}/${escaped(key)}`;
    const url = async (action: "get" | "put", key: string, options?: SignedUrlOptions) => {
      const answer = await service("POST", `${at(key)}?sign=${action}&seconds=${lifeOf(key, options)}`);
      const { expires, signature } = await answer.json();
      return `${process.env["LUMI_PLATFORM"]}/_lumi/${at(key)}?expires=${expires}&signature=${signature}`;
    };
    return {
      async put(key, content) {
        await service("PUT", at(key), { body: content });
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
  },
});

export class LocalBucket implements SubscribedInfra {
  static readonly features = ["batch", "events"];

  readonly client = client;
  readonly outputs: { name: Property<string> };
  readonly #spec: ComponentSpec;
  #events: Property<string> | undefined;

  constructor(spec: ComponentSpec) {
    this.#spec = spec;
    this.outputs = { name: dataFolder("buckets", spec.name, spec.name, spec.component) };
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
