// A bucket of objects: bytes by key.

import { ComponentResource, type ComponentResourceOptions, defineClient, type Property } from "lumi";
import { dataFolder } from "./data_folder.ts";
import { onlyInFunctions } from "./only_in_functions.ts";
import { checkName } from "./place.ts";
import { escaped, service } from "./service.ts";

/** The methods of a bucket for functions. */
export interface BucketClient {
  put(key: string, content: string | Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** An object that is text. */
  text(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Keys in order. */
  list(prefix?: string): Promise<string[]>;
}

export class Bucket extends ComponentResource {
  static readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): BucketClient => ({
      async put(key, content) {
        await service("PUT", `buckets/${name}/${escaped(key)}`, content);
      },
      async get(key) {
        const answer = await service("GET", `buckets/${name}/${escaped(key)}`);
        return answer && new Uint8Array(await answer.arrayBuffer());
      },
      async text(key) {
        const answer = await service("GET", `buckets/${name}/${escaped(key)}`);
        return answer?.text();
      },
      async delete(key) {
        await service("DELETE", `buckets/${name}/${escaped(key)}`);
      },
      async list(prefix = "") {
        const answer = await service("GET", `buckets/${name}?prefix=${escaped(prefix)}`);
        return answer!.json();
      },
    }),
  });

  readonly name: Property<string>;

  constructor(name: string, options?: ComponentResourceOptions) {
    super("local:platform:Bucket", checkName("bucket", name), {}, options);
    const data = dataFolder("buckets", name, this);
    this.name = data.urn.then(() => name);
    this.registerOutputs({ name: this.name });
  }
}

export interface Bucket extends BucketClient {}

onlyInFunctions(Bucket, "put", "get", "text", "delete", "list");
