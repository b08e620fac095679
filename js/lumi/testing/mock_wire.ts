// Encodes results of mocks as host data.

import type { Wire } from "../protocol/ops.ts";
import { settledWire } from "../resource/settled_wire.ts";

const subject = { noun: "value", owner: "a mock" };

/** Encodes settled data: a mock returns values, possibly with `secret(...)`. */
export function toWire(value: unknown): Wire {
  return settledWire({ answer: value }, subject).answer;
}
