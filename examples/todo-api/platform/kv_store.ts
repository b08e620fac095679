// A store of values by key.

import { ComponentResource, type ComponentResourceOptions, defineClient, type Property } from "lumi";
import { dataFolder } from "./data_folder.ts";
import { onlyInFunctions } from "./only_in_functions.ts";
import { checkName } from "./place.ts";
import { escaped, service } from "./service.ts";

/** The methods of a store for functions. */
export interface KVStoreClient<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value): Promise<void>;
  delete(key: string): Promise<void>;
  /** In order. */
  keys(prefix?: string): Promise<string[]>;
  /** All values whose keys begin with `prefix`, in the order of their keys. */
  values(prefix?: string): Promise<Value[]>;
}

export class KVStore<Value = unknown> extends ComponentResource {
  static readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): KVStoreClient<unknown> => {
      const store = {
        async get(key: string) {
          const answer = await service("GET", `kv/${name}/${escaped(key)}`);
          return answer?.json();
        },
        async set(key: string, value: unknown) {
          await service("PUT", `kv/${name}/${escaped(key)}`, JSON.stringify(value));
        },
        async delete(key: string) {
          await service("DELETE", `kv/${name}/${escaped(key)}`);
        },
        async keys(prefix = ""): Promise<string[]> {
          const answer = await service("GET", `kv/${name}?prefix=${escaped(prefix)}`);
          return answer!.json();
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

  readonly name: Property<string>;

  constructor(name: string, options?: ComponentResourceOptions) {
    super("local:platform:KVStore", checkName("store", name), {}, options);
    const data = dataFolder("kv", name, this);
    this.name = data.urn.then(() => name);
    this.registerOutputs({ name: this.name });
  }
}

export interface KVStore<Value> extends KVStoreClient<Value> {}

onlyInFunctions(KVStore, "get", "set", "delete", "keys", "values");
