// Stores of the platform on this machine.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { ComponentSpec, Grant, Infra } from "../contract.ts";
import type { KVStoreClient, SetOptions } from "../kv_store.ts";
import { dataFolder } from "./data_folder.ts";
import { escaped, service } from "./service.ts";

/** The actions that each method needs. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  get: ["kv:get"],
  entry: ["kv:get"],
  set: ["kv:put"],
  setIf: ["kv:put"],
  delete: ["kv:delete"],
  keys: ["kv:list"],
  values: ["kv:get", "kv:list"],
} satisfies Record<keyof KVStoreClient<unknown>, readonly string[]>;

const client = defineClient({
  bindings: ["name"],
  create: ({ name }): KVStoreClient<unknown> => {
    const at = (key: string) => `kv/${name}/${escaped(key)}`;
    const put = async (key: string, value: unknown, { ttl }: SetOptions, headers: Record<string, string>) => {
      const body = JSON.stringify(value);
      if (body === undefined) throw new TypeError(`the value of ${key} must be JSON, but is of type ${typeof value}`);
      if (ttl !== undefined && !(ttl > 0)) throw new RangeError(`the \`ttl\` of ${key} must be more than 0 seconds`);
      const query = ttl === undefined ? "" : `?ttl=${ttl}`;
      const answer = await service("PUT", `${at(key)}${query}`, { body, headers, expected: [412] });
      return answer.ok;
    };
    const store: KVStoreClient<unknown> = {
      async get(key) {
        const answer = await service("GET", at(key), { expected: [404] });
        return answer.ok ? answer.json() : undefined;
      },
      async entry(key) {
        const answer = await service("GET", at(key), { expected: [404] });
        return answer.ok ? { value: await answer.json(), version: answer.headers.get("etag")! } : undefined;
      },
      async set(key, value, options = {}) {
        await put(key, value, options, {});
      },
      setIf(key, version, value, options = {}) {
        const headers: Record<string, string> = version === undefined
          ? { "if-none-match": "*" }
          : { "if-match": version };
        return put(key, value, options, headers);
      },
      async delete(key) {
        await service("DELETE", at(key));
      },
      async keys(prefix = "") {
        return (await service("GET", `kv/${name}?prefix=${escaped(prefix)}`)).json();
      },
      async values(prefix = "") {
        const values = await Promise.all((await store.keys(prefix)).map(store.get));
        // A key may have been removed meanwhile.
        return values.filter((it) => it !== undefined);
      },
    };
    return store;
  },
});

export class LocalKVStore implements Infra {
  readonly client = client;
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor({ name, component }: ComponentSpec) {
    this.#name = name;
    this.outputs = { name: dataFolder("kv", name, name, component) };
  }

  grant(method: string): Grant | undefined {
    const actions = ACTIONS[method];
    return actions && { permissions: [{ actions, resource: this.#name }] };
  }
}
