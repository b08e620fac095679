// node:trace_events: lumi records no traces, as a Node that was built without them.

import { coded } from "./node_errors.ts";

export function createTracing(_options: { categories: string[] }): never {
  throw coded(Error, "ERR_TRACE_EVENTS_UNAVAILABLE", "Trace events are unavailable");
}

/** The categories that are recorded: none. */
export function getEnabledCategories(): string | undefined {
  return undefined;
}

export default { createTracing, getEnabledCategories };
