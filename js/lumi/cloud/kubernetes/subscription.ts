// Functions that get messages of streams.

import type { Resource } from "../../resource/resource.ts";
import type { Subscription } from "../contract.ts";
import { eventFunction } from "../function.ts";
import type { KubernetesFunctionArgs, SubscriptionPlan } from "./function_facts.ts";
import { fromStream } from "./stream_events.ts";

/** The pauses between deliveries, in seconds, as those of the platform. */
const PAUSE = 0.2;
const MAX_PAUSE = 60;

/** The messages of a subscription. */
export interface Source extends Omit<SubscriptionPlan, "pause" | "maxPause" | "jitter"> {
  /** The name of the component. */
  readonly of: string;
}

/** Makes the function of a subscription; `job` makes its stream. */
export function subscribe(
  { name, handler, args }: Subscription,
  parent: Resource,
  job: Resource,
  source: Source,
): void {
  const { of, ...plan } = source;
  const { pause = PAUSE, maxPause = MAX_PAUSE, jitter = 0 } = args.retries ?? {};
  const own: KubernetesFunctionArgs = { subscription: { ...plan, pause, maxPause, jitter }, links: [job] };
  eventFunction(parent, { name, handler: fromStream(handler, of), args, own });
}
