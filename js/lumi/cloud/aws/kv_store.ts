// Stores on AWS: a table of DynamoDB each, paid by use.

import type { Property } from "../../property/property.ts";
import type { ComponentSpec, Grant, Infra } from "../contract.ts";
import type { KVStoreClient } from "../kv_store.ts";
import { kvClient } from "./kv_client.ts";
import { physicalName } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";

/** The action that each method needs. */
const ACTIONS: Readonly<Record<string, string>> = {
  get: "dynamodb:GetItem",
  entry: "dynamodb:GetItem",
  set: "dynamodb:PutItem",
  setIf: "dynamodb:PutItem",
  delete: "dynamodb:DeleteItem",
  keys: "dynamodb:Query",
  values: "dynamodb:Query",
} satisfies Record<keyof KVStoreClient<unknown>, string>;

export class AwsKVStore implements Infra {
  readonly client = kvClient;
  readonly outputs: { table: Property<string> };
  readonly #table: AwsResource;

  constructor({ name, component }: ComponentSpec) {
    this.#table = resource("dynamodb_table", name, {
      name: physicalName(name, 255),
      billingMode: "PAY_PER_REQUEST",
      hashKey: "partition",
      rangeKey: "key",
      attribute: [{ name: "partition", type: "S" }, { name: "key", type: "S" }],
      ttl: { attributeName: "removable", enabled: true },
    }, component);
    this.outputs = { table: this.#table["name"] };
  }

  grant(method: string): Grant | undefined {
    const action = ACTIONS[method];
    return action === undefined ? undefined : { permissions: [{ actions: [action], resource: this.#table.arn }] };
  }
}
