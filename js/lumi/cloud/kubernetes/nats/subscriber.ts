// The process beside a function that gets messages: it takes them from a stream of NATS, calls the function, and says what came
// of it. This code is a part of bundles.

import { natsConnection, store } from "./jetstream.ts";
import type { NatsMessage } from "./message.ts";

/** The messages that a function gets, as JSON in `LUMI_SUBSCRIPTION`. */
export interface SubscriberSettings {
  /** The name of the function, and the address of the platform that runs it. */
  readonly function: string;
  readonly url: string;
  readonly stream: string;
  readonly consumers: readonly string[];
  /** The number of calls at the same time for each consumer. */
  readonly parallel: number;
  /** The largest number of messages of a call. */
  readonly batch: number;
  /** The number of deliveries before a message is a dead letter; none for any number. */
  readonly attempts?: number;
  /** The subject for dead letters. */
  readonly deadLetters?: string;
  /** Seconds before the second delivery, which is doubled for each further one up to `maxPause`; a part of it is random. */
  readonly pause: number;
  readonly maxPause: number;
  readonly jitter: number;
}

/** A message as functions get it. */
export interface StreamRecord {
  readonly id: string;
  readonly attempt: number;
  readonly body: string;
}

/** A message with its facts. */
interface Taken {
  readonly message: NatsMessage;
  readonly record: StreamRecord;
  /** Its number in the stream. */
  readonly sequence: string;
}

/** Milliseconds for which a request waits for a message. */
const WAITING = 30_000;
/** Milliseconds between reports that a message is in work; without one it is delivered again after thirty seconds. */
const PROGRESS = 10_000;
/** Milliseconds after something else than a message has failed. */
const PAUSE = 500;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Takes messages until the process is stopped. */
export async function takeMessages(): Promise<void> {
  const settings: SubscriberSettings = JSON.parse(process.env["LUMI_SUBSCRIPTION"]!);
  const lanes = settings.consumers.flatMap((it) => Array.from({ length: settings.parallel }, () => it));
  await Promise.all(lanes.map((consumer) => takeFrom(consumer, settings)));
}

async function takeFrom(consumer: string, settings: SubscriberSettings): Promise<never> {
  for (;;) {
    try {
      const taken = await next(`${settings.stream}.${consumer}`, settings.batch);
      if (taken.length > 0) await deliver(taken, settings);
    } catch (error) {
      console.error(`messages of ${settings.stream} wait:`, error);
      await sleep(PAUSE * (1 + Math.random()));
    }
  }
}

/** Waits for a message, and takes the ones that are there besides. */
async function next(consumer: string, batch: number): Promise<Taken[]> {
  const first = await pulled(consumer, { batch: 1, expires: WAITING * 1e6 });
  if (first.length === 0 || batch === 1) return first.map(takenOf);
  return [...first, ...await pulled(consumer, { batch: batch - 1, no_wait: true })].map(takenOf);
}

/** The messages that a request to a consumer is answered with. */
async function pulled(consumer: string, request: { batch: number; expires?: number; no_wait?: true }) {
  const connection = await natsConnection();
  const messages: NatsMessage[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${consumer}`;
  const asking = connection.ask(subject, { payload: JSON.stringify(request) }, (message) => {
    // NATS ends the request with a status when no message is left or the time is over.
    if (message.status !== 0) return message.status === 503 ? reject(new Error(`${consumer} is not there`)) : resolve();
    messages.push(message);
    if (messages.length === request.batch) resolve();
  }, reject);
  // The server ends the request before that, unless the connection is none any more.
  const timer = setTimeout(() => connection.close(), WAITING + PROGRESS);
  try {
    await promise;
    return messages;
  } catch (error) {
    // Messages that are here are worked on all the same.
    if (messages.length > 0) return messages;
    throw error;
  } finally {
    clearTimeout(timer);
    asking.close();
  }
}

/** The facts of a message are in the subject for its answer: `$JS.ACK`, in newer formats two more parts, then these. */
function takenOf(message: NatsMessage): Taken {
  const parts = message.reply.split(".");
  const [stream, , deliveries, sequence = ""] = parts.slice(parts.length === 9 ? 2 : 4);
  const id = message.headers["Lumi-Id"] ?? `${stream}-${sequence}`;
  const body = new TextDecoder().decode(message.payload);
  return { message, record: { id, attempt: Number(deliveries), body }, sequence };
}

async function deliver(all: readonly Taken[], settings: SubscriberSettings): Promise<void> {
  const { attempts = Infinity } = settings;
  const timer = setInterval(() => all.forEach((it) => answer(it, "+WPI")), PROGRESS);
  try {
    // The process ended in the last attempt, which therefore has not said what came of it.
    const spent = all.filter((it) => it.record.attempt > attempts);
    const called = all.filter((it) => it.record.attempt <= attempts);
    const failed = called.length === 0 ? new Set<string>() : await failures(called, settings);
    const dead = called.filter(({ record: { id, attempt } }) => failed.has(id) && attempt >= attempts);
    for (const it of [...spent, ...dead]) await bury(it, settings);
    for (const it of called) {
      if (!failed.has(it.record.id)) await answer(it, "+ACK");
      else if (!dead.includes(it)) await answer(it, `-NAK ${JSON.stringify({ delay: pauseOf(it, settings) * 1e9 })}`);
    }
  } finally {
    clearInterval(timer);
  }
}

async function answer({ message }: Taken, payload: string): Promise<void> {
  const connection = await natsConnection();
  if (payload === "+ACK") await connection.request(message.reply, { payload }, PROGRESS);
  else connection.publish(message.reply, { payload });
}

/** Seconds before the next delivery. */
function pauseOf({ record: { attempt } }: Taken, { pause, maxPause, jitter }: SubscriberSettings): number {
  const whole = Math.min(pause * 2 ** Math.min(attempt - 1, 32), maxPause);
  return Math.max(0.001, whole * (1 - jitter * Math.random()));
}

/** Stores a dead letter, once, and takes the message out of its stream. */
async function bury(taken: Taken, { stream, attempts, deadLetters }: SubscriberSettings): Promise<void> {
  const { record: { id, body }, message: { headers: { traceparent } }, sequence } = taken;
  const letter = JSON.stringify({ message: parsed(body), attempts });
  const headers = { "Nats-Msg-Id": `${stream}-${sequence}`, "Lumi-Id": id };
  await store(deadLetters!, letter, traceparent === undefined ? headers : { ...headers, traceparent });
  await answer(taken, "+ACK");
}

/** Others may have sent a message that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Calls the function until it has run; answers the ids of the messages that failed. */
async function failures(taken: readonly Taken[], settings: SubscriberSettings): Promise<Set<string>> {
  const records = taken.map((it) => it.record);
  const trace = taken.length === 1 ? taken[0]!.message.headers["traceparent"] : undefined;
  const headers = {
    "authorization": `Bearer ${process.env["LUMI_CALL_TOKEN"]}`,
    ...settings.attempts === 1 ? {} : { "lumi-retried": "1" },
    ...trace === undefined ? {} : { traceparent: trace },
  };
  const body = JSON.stringify([records]);
  for (;;) {
    await untilReady(settings.url);
    const response = await fetch(`${settings.url}/_lumi/functions/${settings.function}`, {
      method: "POST",
      headers,
      body,
    }).catch((error) => new Response(String(error), { status: 500 }));
    const text = await response.text();
    if (response.ok) return new Set(JSON.parse(text).result.failed);
    const wait = response.headers.get("retry-after");
    if ((response.status === 503 || response.status === 429) && wait !== null) {
      // The platform asks to wait before the next call. The messages have not failed.
      await sleep(Math.min(Number(wait) * 1000 || PAUSE, PROGRESS));
      continue;
    }
    if (response.status === 500 && records.length > 1) console.error(`a delivery failed: ${text}`);
    return new Set(records.map((it) => it.id));
  }
}

/** Waits for the platform, which begins at the same time, or begins anew. */
async function untilReady(url: string): Promise<void> {
  for (let pause = 50;; pause = Math.min(2 * pause, PAUSE)) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.text();
    if (response?.ok) return;
    await sleep(pause);
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
