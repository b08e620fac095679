// Makes streams of NATS and their consumers, once for each change of the program. This code is a part of bundles.

import { jetStream, JetStreamError } from "./jetstream.ts";

/** A stream as JetStream has it: `name`, `subjects`, `retention` and others. */
export interface StreamConfig {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** A consumer as JetStream has it. */
export interface ConsumerConfig {
  readonly durable_name: string;
  readonly [member: string]: unknown;
}

/** A stream with all of its consumers. */
export interface StreamPlan {
  readonly stream: StreamConfig;
  readonly consumers: readonly ConsumerConfig[];
}

const NO_STREAM = 10059;

/** Makes or changes streams and consumers, and removes consumers that are not planned. */
export async function setUpStreams(plans: readonly StreamPlan[]): Promise<void> {
  for (const { stream, consumers } of plans) {
    const { name } = stream;
    await jetStream(`STREAM.${await exists(name) ? "UPDATE" : "CREATE"}.${name}`, stream);
    const planned = new Set(consumers.map((it) => it.durable_name));
    // First, because two consumers may not take the same messages of a queue.
    for (const consumer of await consumersOf(name)) {
      if (!planned.has(consumer)) await jetStream(`CONSUMER.DELETE.${name}.${consumer}`);
    }
    for (const config of consumers) {
      await jetStream(`CONSUMER.DURABLE.CREATE.${name}.${config.durable_name}`, { stream_name: name, config });
    }
  }
}

async function exists(stream: string): Promise<boolean> {
  try {
    await jetStream(`STREAM.INFO.${stream}`);
    return true;
  } catch (error) {
    if (error instanceof JetStreamError && error.code === NO_STREAM) return false;
    throw error;
  }
}

async function consumersOf(stream: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const { consumers, total } = await jetStream(`CONSUMER.NAMES.${stream}`, { offset: names.length });
    names.push(...consumers ?? []);
    if (names.length >= total || (consumers ?? []).length === 0) return names;
  }
}
