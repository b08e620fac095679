// Stores on Kubernetes: a stream of NATS each, which keeps the last message of every key.

import type { Resource } from "../../resource/resource.ts";
import type { ComponentSpec, Grant, Infra } from "../contract.ts";
import type { KVStoreClient } from "../kv_store.ts";
import { kvClient } from "./nats/kv_client.ts";
import { streams } from "./streams.ts";

/** The actions that each method needs. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  get: ["kv:get"],
  entry: ["kv:get"],
  set: ["kv:put"],
  // A value whose time has passed is none, which has to be looked at.
  setIf: ["kv:get", "kv:put"],
  delete: ["kv:delete"],
  keys: ["kv:list"],
  values: ["kv:list"],
} satisfies Record<keyof KVStoreClient<unknown>, readonly string[]>;

export class KubernetesKVStore implements Infra {
  readonly client = kvClient;
  readonly outputs: { name: string };
  readonly #name: string;
  readonly #job: Resource;

  constructor({ name, component }: ComponentSpec) {
    this.#name = name;
    this.outputs = { name };
    const stream = {
      name: `kv-${name}`,
      subjects: [`kv.${name}.>`],
      retention: "limits",
      storage: "file",
      num_replicas: 1,
      max_msgs_per_subject: 1,
      // A full disk refuses new values, and removes no old ones.
      discard: "new",
      allow_msg_ttl: true,
    };
    this.#job = streams(`kv-${name}`, [{ stream, consumers: [] }], component);
  }

  grant(method: string): Grant | undefined {
    const actions = ACTIONS[method];
    return actions && { permissions: [{ actions, resource: this.#name }], links: [this.#job] };
  }
}
