// Stores in functions: requests to DynamoDB. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import type { KVStoreClient, SetOptions } from "../kv_store.ts";
import { AwsError, callJson } from "./request.ts";

/** The partition of all items: reads by prefix are one query, and DynamoDB splits it by keys when it is used much. */
const PARTITION = "kv";
/** DynamoDB has 400 KB for an item with all its names. */
const MAX_VALUE_BYTES = 390_000;
/** DynamoDB has 1,024 bytes for a sort key. */
const MAX_KEY_BYTES = 1023;

/** An item of the table. */
interface Item {
  readonly partition: { readonly S: string };
  /** Begins with `=`, because DynamoDB has no empty keys and prefixes. */
  readonly key: { readonly S: string };
  /** JSON. */
  readonly value: { readonly S: string };
  readonly version: { readonly S: string };
  /** Milliseconds since the epoch, for reads. */
  readonly expires?: { readonly N: string };
  /** Seconds since the epoch, for DynamoDB, which removes the item some time later. */
  readonly removable?: { readonly N: string };
}

export const kvClient = defineClient({
  bindings: ["table"],
  create: ({ table }): KVStoreClient<unknown> => {
    const item = async (key: string) => {
      const { Item: item } = await call("GetItem", { TableName: table, Key: keyOf(table, key), ConsistentRead: true });
      return item !== undefined && isLive(item) ? item as Item : undefined;
    };
    const list = async (prefix: string, attributes: string[]) => {
      const items: Item[] = [];
      let start: unknown;
      do {
        const page = await call("Query", { ...queryOf(table, prefix, attributes), ExclusiveStartKey: start });
        items.push(...page.Items.filter(isLive));
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
      return items;
    };
    return {
      async get(key) {
        const known = await item(key);
        return known && JSON.parse(known.value.S);
      },
      async entry(key) {
        const known = await item(key);
        return known && { value: JSON.parse(known.value.S), version: known.version.S };
      },
      async set(key, value, options = {}) {
        await call("PutItem", { TableName: table, Item: itemOf(table, key, value, options) });
      },
      async setIf(key, version, value, options = {}) {
        return putIf(table, itemOf(table, key, value, options), version);
      },
      async delete(key) {
        await call("DeleteItem", { TableName: table, Key: keyOf(table, key) });
      },
      async keys(prefix = "") {
        return (await list(prefix, ["key", "expires"])).map((it) => it.key.S.slice(1));
      },
      async values(prefix = "") {
        return (await list(prefix, ["value", "expires"])).map((it) => JSON.parse(it.value.S));
      },
    };
  },
});

const call = (operation: string, input: object) => callJson("dynamodb", `DynamoDB_20120810.${operation}`, "1.0", input);

const sortKey = (key: string) => ({ S: `=${key}` });

function keyOf(table: string, key: string): { partition: { S: string }; key: { S: string } } {
  const size = new TextEncoder().encode(key).length;
  if (size <= MAX_KEY_BYTES) return { partition: { S: PARTITION }, key: sortKey(key) };
  throw new RangeError(`a key of the table ${table} may have ${MAX_KEY_BYTES} bytes, but one has ${size}`);
}

function itemOf(table: string, key: string, value: unknown, { ttl }: SetOptions): Item {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`the value of ${key} must be JSON, but is of type ${typeof value}`);
  const size = new TextEncoder().encode(text).length;
  if (size > MAX_VALUE_BYTES) {
    throw new RangeError(
      `the value of ${key} has ${size} bytes of JSON, but a table of AWS takes at most ${MAX_VALUE_BYTES}; put the content ` +
        "into a Bucket, and store its key",
    );
  }
  const item = { ...keyOf(table, key), value: { S: text }, version: { S: crypto.randomUUID() } };
  if (ttl === undefined) return item;
  if (!(ttl > 0)) throw new RangeError(`the \`ttl\` of ${key} must be more than 0 seconds`);
  const end = Math.ceil(Date.now() + ttl * 1000);
  return { ...item, expires: { N: String(end) }, removable: { N: String(Math.ceil(end / 1000)) } };
}

const isLive = ({ expires }: Item) => expires === undefined || Number(expires.N) > Date.now();

function queryOf(table: string, prefix: string, attributes: readonly string[]): object {
  return {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: "#partition = :partition and begins_with(#key, :prefix)",
    ProjectionExpression: attributes.map((it) => `#${it}`).join(", "),
    ExpressionAttributeNames: Object.fromEntries(
      [...new Set(["partition", "key", ...attributes])].map((it) => [`#${it}`, it]),
    ),
    ExpressionAttributeValues: { ":partition": { S: PARTITION }, ":prefix": sortKey(prefix) },
  };
}

/** Puts an item if the key has a version still, or no value; answers whether it is there. */
async function putIf(table: string, item: Item, version: string | undefined): Promise<boolean> {
  const now = { N: String(Date.now()) };
  const isGone = "attribute_not_exists(#key) or #expires <= :now";
  const isSame = "#version = :version and (attribute_not_exists(#expires) or #expires > :now)";
  const condition = version === undefined ? isGone : isSame;
  const input = {
    TableName: table,
    Item: item,
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      "#expires": "expires",
      ...version === undefined ? { "#key": "key" } : { "#version": "version" },
    },
    ExpressionAttributeValues: { ":now": now, ...version === undefined ? {} : { ":version": { S: version } } },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  try {
    await call("PutItem", input);
    return true;
  } catch (error) {
    if (!(error instanceof AwsError) || error.code !== "ConditionalCheckFailedException") throw error;
    // A write whose answer was lost is sent again, and then fails because of itself.
    return JSON.parse(error.text).Item?.version.S === item.version.S;
  }
}
