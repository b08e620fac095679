// Values that a program answers, as data for the host.

import { Flattening, type Subject } from "./flattening.ts";
import type { Wire } from "../protocol/ops.ts";

/** Properties are not waited for, but some may be there, such as those of `secret(...)`. */
export function settledWire(value: unknown, subject: Subject): Record<string, Wire> {
  const flattening = new Flattening(subject);
  const wire = flattening.members(value);
  if (flattening.slots.length > 0) {
    const { noun, owner } = subject;
    throw new TypeError(`${noun} "${flattening.slots[0]!.path}" of ${owner} is not settled: await it first`);
  }
  return wire;
}
