// The permissions of a function on the platform: those that its code needs, and no others.

import type { ClosureDependency } from "lumi";
import type { BucketClient } from "./bucket.ts";
import type { FunctionClient } from "./function.ts";
import type { KVStoreClient } from "./kv_store.ts";
import type { QueueClient } from "./queue.ts";

type Action = "get" | "put" | "delete" | "list" | "push" | "call";
type Methods<Client> = { [Method in keyof Client]: readonly Action[] };

/** By the type of a resource: the service it is a part of, and what the methods of its client need. */
const services: Record<string, { service: string; methods: Record<string, readonly Action[]> }> = {
  "local.KVStore": {
    service: "kv",
    methods: {
      get: ["get"],
      set: ["put"],
      delete: ["delete"],
      keys: ["list"],
      values: ["list", "get"],
    } satisfies Methods<KVStoreClient<unknown>>,
  },
  "local.Bucket": {
    service: "buckets",
    methods: {
      put: ["put"],
      get: ["get"],
      text: ["get"],
      delete: ["delete"],
      list: ["list"],
    } satisfies Methods<BucketClient>,
  },
  "local.Queue": {
    service: "queues",
    methods: { push: ["push"] } satisfies Methods<QueueClient<unknown>>,
  },
  "local.Function": {
    service: "functions",
    methods: { call: ["call"] } satisfies Methods<FunctionClient<[], unknown>>,
  },
};

/** As function.json has it: lists of actions by service and name. */
export type Permissions = Record<string, Record<string, Action[]>>;

export function permissions(dependencies: readonly ClosureDependency[]): Permissions {
  const all: Permissions = {};
  for (const { resource, resourceType, type, member } of dependencies) {
    const known = services[resourceType];
    if (known === undefined || type !== "access") continue;
    const { service, methods } = known;
    const actions = member === "*" ? Object.values(methods).flat() : methods[member] ?? [];
    const names = all[service] ??= {};
    names[resource] = [...new Set([...names[resource] ?? [], ...actions])].sort();
  }
  return all;
}

/** Names of the resources that are handed to code which cannot be followed. */
export function unclear(dependencies: readonly ClosureDependency[]): string[] {
  const all = dependencies.filter((it) => it.resourceType in services && it.type === "access" && it.member === "*");
  return all.map((it) => it.resource);
}
