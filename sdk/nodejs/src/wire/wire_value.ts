/** Values as messages and back. */
import {
  Archive,
  Asset,
  halfPair,
  illFormed,
  isObject,
  pathOf,
  plain,
  ResourceReference,
  Secret,
  setMember,
  Unknown,
  unknown,
  type Value,
  type Values,
} from "../value/value.js";
import { fromJSON, toJSON } from "../value/json.js";
import type { Message } from "./protocol.js";

/** Protobuf lets messages be nested 100 levels deep; parts that lie deeper than this many messages are written as JSON. */
const mostMessages = 80;
/** How deep a value may be nested. */
const mostLevels = 500;

/** The message of a value; text that is no Unicode is refused. */
export function toValue(value: Value): Message {
  refuseIllFormed(value);
  return valueMessage(value, 0);
}

/** The message of an object; members that are `undefined` are left out. */
export function toObject(members: { [name: string]: Value | undefined }): Message {
  refuseIllFormed({ ...members } as Values);
  return objectMessage(members, 0);
}

function refuseIllFormed(value: Value): void {
  const path = illFormed(value);
  if (path === undefined) return;
  throw new TypeError(`\`${pathOf(...path)}\` ${halfPair}`);
}

function valueMessage(value: Value, messages: number): Message {
  if (value === null) return { null: {} };
  if (typeof value === "boolean") return { bool: value };
  if (typeof value === "number") return { number: value };
  if (typeof value === "string") return { text: value };
  if (value instanceof Unknown) return { unknown: {} };
  if (value instanceof Asset) return { asset: { [value.kind]: value.content, hash: value.hash } };
  if (value instanceof ResourceReference) return { resource: toReference(value) };
  if (messages > mostMessages) return { json: Buffer.from(toJSON(value)) };
  if (value instanceof Secret) return { secret: valueMessage(plain(value.value), messages + 1) };
  if (Array.isArray(value)) return { list: { items: value.map((item) => valueMessage(item, messages + 2)) } };
  if (value instanceof Archive) {
    const content = typeof value.content === "string" ? value.content : objectMessage(value.content, messages + 3);
    return { archive: { [value.kind]: content, hash: value.hash } };
  }
  if (isObject(value)) return { object: objectMessage(value, messages + 2) };
  throw new TypeError(`${kindOf(value)} is no data`);
}

function objectMessage(members: { [name: string]: Value | undefined }, messages: number): Message {
  const keys = Object.keys(members).filter((name) => members[name] !== undefined);
  return { keys, values: keys.map((name) => valueMessage(members[name] as Value, messages)) };
}

export function fromValue(message: Message, level = 0): Value {
  if (level > mostLevels) throw new TypeError(`a value is nested deeper than ${mostLevels} levels`);
  switch (message?.kind) {
    case "null":
      return null;
    case "bool":
    case "number":
    case "text":
      return message[message.kind];
    case "list":
      return message.list.items.map((item: Message) => fromValue(item, level + 1));
    case "object":
      return fromObject(message.object, level + 1);
    case "secret":
      return new Secret(plain(fromValue(message.secret, level)));
    case "unknown":
      return unknown;
    case "asset":
      return fromAsset(message.asset);
    case "archive":
      return fromArchive(message.archive, level);
    case "resource":
      return fromReference(message.resource);
    case "json":
      return fromJSON(Buffer.from(message.json).toString("utf8"));
  }
  throw new TypeError("a value is of a kind that this version of the library does not know");
}

/** The object of a message; an absent one has no members. */
export function fromObject(message: Message, level = 0): Values {
  const object: Values = {};
  const [keys, values] = [message?.keys ?? [], message?.values ?? []];
  if (keys.length !== values.length) throw new TypeError("an object has not as many keys as values");
  keys.forEach((name: string, index: number) => {
    if (Object.hasOwn(object, name)) throw new TypeError(`an object has the key ${JSON.stringify(name)} twice`);
    setMember(object, name, fromValue(values[index], level));
  });
  return object;
}

function toReference(reference: ResourceReference): Message {
  if (reference.id === undefined) return { urn: reference.urn };
  return reference.id instanceof Unknown
    ? { urn: reference.urn, unknown: {} }
    : { urn: reference.urn, id: reference.id };
}

function fromAsset(message: Message): Asset {
  if (message.content === undefined) {
    throw new TypeError("an asset has no content that this version of the library knows");
  }
  const content = message[message.content];
  return new Asset(message.content, content instanceof Uint8Array ? Buffer.from(content) : content, message.hash);
}

function fromArchive(message: Message, level: number): Archive {
  if (message.content === undefined) {
    throw new TypeError("an archive has no content that this version of the library knows");
  }
  const content = message[message.content];
  return new Archive(message.content, message.content === "members" ? fromObject(content, level + 1) : content,
    message.hash);
}

function fromReference(message: Message): ResourceReference {
  const ids: { [identity: string]: string | Unknown } = { id: message.id, unknown };
  return new ResourceReference(message.urn, ids[message.identity]);
}

function kindOf(value: unknown): string {
  if (typeof value !== "object") return `a value of the type ${typeof value}`;
  return `an object of the class ${value?.constructor?.name ?? "?"}`;
}
