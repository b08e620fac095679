// What mocks answer, as the host would send it.

import type { Wire } from "../protocol/ops.ts";
import { settledWire } from "../resource/settled_wire.ts";

const subject = { noun: "value", owner: "a mock" };

/** Properties are not waited for: a mock answers values, of which some may be `secret(...)`. */
export function toWire(value: unknown): Wire {
  return settledWire({ answer: value }, subject).answer;
}
