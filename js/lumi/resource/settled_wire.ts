// Encodes values that a program returns as host data.

import { Flattening, type Subject } from "./flattening.ts";
import type { Wire } from "../protocol/ops.ts";

/**
 * Encodes settled data: pending Properties are refused, settled ones such as `secret(...)` are
 * allowed.
 */
export function settledWire(value: unknown, subject: Subject): Record<string, Wire> {
  const flattening = new Flattening(subject);
  const wire = flattening.members(value);
  if (flattening.slots.length > 0) {
    const { noun, owner } = subject;
    throw new TypeError(`${noun} "${flattening.slots[0]!.path}" of ${owner} is not settled: await it first`);
  }
  return wire;
}
