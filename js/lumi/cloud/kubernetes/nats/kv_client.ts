// Stores in functions: a stream of NATS that keeps the last message of each key. This code is a part of bundles.

import { defineClient } from "../../../property/client.ts";
import type { KVStoreClient, SetOptions } from "../../kv_store.ts";
import { jetStream, JetStreamError, store as stored } from "./jetstream.ts";
import { keyOf, subjectOf, subjectsOf } from "./kv_keys.ts";
import { parsedHeaders } from "./message.ts";

/** Bytes of JSON; NATS has 1 MiB for a message with its headers. */
const MAX_VALUE_BYTES = 900_000;
/** JetStream removes a message after its time, in whole seconds and at least one. Longer times are not told to it. */
const MAX_TTL_SECONDS = 1_000_000_000;
const NO_MESSAGE = 10037;
/** The key has another version; the second number is that of a cluster. */
const OTHER_VERSION = [10071, 10164];
/** Requests of a list at the same time. */
const READERS = 32;

/** Milliseconds since the epoch at which a value is gone. */
const EXPIRES = "Lumi-Expires";

interface Stored {
  /** JSON. */
  readonly text: string;
  readonly sequence: number;
  /** Infinity for ever. */
  readonly expires: number;
}

const isLive = ({ expires }: { expires: number }) => Date.now() < expires;

export const kvClient = defineClient({
  bindings: ["name"],
  create: ({ name }): KVStoreClient<unknown> => {
    const live = async (subject: string) => {
      const message = await lastOf(name, subject);
      return message !== undefined && isLive(message) ? message : undefined;
    };
    const list = async (prefix: string) => {
      const subjects = await subjectsWith(name, prefix);
      const found: { key: string; text: string }[] = [];
      await Promise.all(Array.from({ length: READERS }, async () => {
        for (let subject = subjects.pop(); subject !== undefined; subject = subjects.pop()) {
          const message = await live(subject);
          if (message !== undefined) found.push({ key: keyOf(name, subject), text: message.text });
        }
      }));
      return found;
    };
    return {
      async get(key) {
        const message = await live(subjectOf(name, key));
        return message && JSON.parse(message.text);
      },
      async entry(key) {
        const message = await live(subjectOf(name, key));
        return message && { value: JSON.parse(message.text), version: versionOf(message) };
      },
      async set(key, value, options = {}) {
        await stored(subjectOf(name, key), textOf(key, value), lifeOf(key, options));
      },
      async setIf(key, version, value, options = {}) {
        const [subject, text, life] = [subjectOf(name, key), textOf(key, value), lifeOf(key, options)];
        if (version === undefined) return create(name, subject, text, life);
        const [sequence, expires = "Infinity"] = version.split("-");
        return isLive({ expires: Number(expires) }) && storedIf(subject, Number(sequence), text, life);
      },
      async delete(key) {
        await jetStream(`STREAM.PURGE.kv-${name}`, { filter: subjectOf(name, key) });
      },
      async keys(prefix = "") {
        return (await list(prefix)).map((it) => it.key);
      },
      async values(prefix = "") {
        return (await list(prefix)).map((it) => JSON.parse(it.text));
      },
    };
  },
});

/** The last message of a subject, as the leader of the stream has it. */
async function lastOf(store: string, subject: string): Promise<Stored | undefined> {
  try {
    const { message } = await jetStream(`STREAM.MSG.GET.kv-${store}`, { last_by_subj: subject });
    const { headers } = parsedHeaders(bytesOf(message.hdrs ?? ""));
    const expires = Number(headers[EXPIRES] ?? Infinity);
    return { text: new TextDecoder().decode(bytesOf(message.data ?? "")), sequence: message.seq, expires };
  } catch (error) {
    if (error instanceof JetStreamError && error.code === NO_MESSAGE) return undefined;
    throw error;
  }
}

/** The subjects of keys with a prefix, also of values whose time has passed. */
async function subjectsWith(store: string, prefix: string): Promise<string[]> {
  const filter = subjectsOf(store, prefix);
  const subjects: string[] = [];
  for (;;) {
    const { state, total } = await jetStream(`STREAM.INFO.kv-${store}`, {
      subjects_filter: filter,
      offset: subjects.length,
    });
    const page = Object.keys(state.subjects ?? {});
    subjects.push(...page);
    if (page.length === 0 || subjects.length >= total) break;
  }
  return subjects.filter((it) => keyOf(store, it).startsWith(prefix));
}

/** The number of the message, and the time at which it is gone. */
function versionOf({ sequence, expires }: Stored): string {
  return expires === Infinity ? String(sequence) : `${sequence}-${expires}`;
}

/** Stores a value if there is none; one whose time has passed is none. */
async function create(store: string, subject: string, text: string, life: Record<string, string>): Promise<boolean> {
  if (await storedIf(subject, 0, text, life)) return true;
  const last = await lastOf(store, subject);
  // It was removed meanwhile, by its time or by a function.
  if (last === undefined) return storedIf(subject, 0, text, life);
  return !isLive(last) && storedIf(subject, last.sequence, text, life);
}

/** Stores a value if the last message of its subject has this number; 0 is none. Answers whether it is stored. */
async function storedIf(
  subject: string,
  sequence: number,
  text: string,
  life: Record<string, string>,
): Promise<boolean> {
  try {
    await stored(subject, text, { ...life, "Nats-Expected-Last-Subject-Sequence": String(sequence) });
    return true;
  } catch (error) {
    if (error instanceof JetStreamError && OTHER_VERSION.includes(error.code)) return false;
    throw error;
  }
}

function textOf(key: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`the value of ${key} must be JSON, but is of type ${typeof value}`);
  const size = new TextEncoder().encode(text).length;
  if (size <= MAX_VALUE_BYTES) return text;
  throw new RangeError(
    `the value of ${key} has ${size} bytes of JSON, but NATS takes at most ${MAX_VALUE_BYTES}; put the content into a Bucket, ` +
      "and store its key",
  );
}

/** The headers that say how long a value is there. */
function lifeOf(key: string, { ttl }: SetOptions): Record<string, string> {
  if (ttl === undefined) return {};
  if (!(ttl > 0)) throw new RangeError(`the \`ttl\` of ${key} must be more than 0 seconds`);
  const expires = { [EXPIRES]: String(Math.ceil(Date.now() + ttl * 1000)) };
  return ttl > MAX_TTL_SECONDS ? expires : { ...expires, "Nats-TTL": String(Math.ceil(ttl) + 1) };
}

/** The bytes of base64. */
const bytesOf = (text: string) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
