// Streams of NATS, which a job makes before anything uses them.

import { derive, jsonStringify } from "../../property/combinators.ts";
import type { Input, Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { single } from "../single.ts";
import { closeNats } from "./nats/jetstream.ts";
import { object } from "./manifest.ts";
import { NATS_CLIENT, natsServer } from "./nats_server.ts";
import { type JobParts, setupJob } from "./setup_job.ts";
import { secretVariable, variable } from "./pods.ts";
import { type ConsumerConfig, setUpStreams, type StreamPlan } from "./nats/stream_setup.ts";
import { tool } from "./tools.ts";

/** Nanoseconds, as JetStream has all times. */
export const SECOND = 1_000_000_000;
/** Fourteen days for letters, and the time after which a delivery has failed. */
const LETTERS_KEPT = 14 * 24 * 3600 * SECOND;
const ACK_WAIT = 30 * SECOND;

/** A stream from which each message is taken once. */
export const workStream = (name: string, subjects: readonly string[], more: object = {}) => ({
  name,
  subjects,
  retention: "workqueue",
  storage: "file",
  num_replicas: 1,
  ...more,
});

/** The member of a stream whose messages wait for so many seconds at most. */
export const kept = (retention: number | undefined) => retention === undefined ? {} : { max_age: retention * SECOND };

/** The stream of dead letters, which are kept for fourteen days. */
export const letterStream = (name: string, subject: string) => workStream(name, [subject], { max_age: LETTERS_KEPT });

/** A consumer of the messages of a subject. The process beside the function counts attempts, so that nothing is lost here. */
export function consumer(name: string, subject: string, isOrdered: boolean): ConsumerConfig {
  return {
    durable_name: name,
    filter_subject: subject,
    deliver_policy: "all",
    ack_policy: "explicit",
    ack_wait: ACK_WAIT,
    max_deliver: -1,
    // One message that is not acknowledged keeps the others waiting.
    max_ack_pending: isOrdered ? 1 : 1000,
  };
}

/** The user that makes streams. */
const ADMINISTRATOR = "lumi-setup";

/** Makes streams by a job; answers the job. */
export function streams(name: string, plans: Input<readonly StreamPlan[]>, parent: Resource): Resource {
  const server = natsServer();
  const secretName = single(ADMINISTRATOR, () => {
    const permissions = { publish: ["$JS.API.>"], subscribe: [`_INBOX.${ADMINISTRATOR}.>`] };
    object("Secret", ADMINISTRATOR, { stringData: { "nats-token": server.user(ADMINISTRATOR, permissions) } },
      undefined);
    return ADMINISTRATOR;
  });
  const main = () => setUpStreams(JSON.parse(process.env["LUMI_STREAMS"]!)).finally(closeNats);
  const parts: JobParts = {
    tool: single("streams", () => tool("streams", main)),
    net: [server.address],
    env: [
      variable("LUMI_STREAMS", derive(plans, (it) => JSON.stringify(it)) as Property<string>),
      variable("LUMI_NATS", server.address),
      variable("LUMI_NATS_USER", ADMINISTRATOR),
      secretVariable("LUMI_NATS_TOKEN", secretName, "nats-token"),
    ],
    labels: NATS_CLIENT,
    version: jsonStringify(plans),
    dependsOn: [server.ready],
  };
  return setupJob(name, parts, parent);
}

declare const process: { readonly env: Record<string, string | undefined> };
