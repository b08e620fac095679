// What mocks answer, as the host would send it.

import { Flattening } from "./flattening.ts";
import type { Wire } from "./ops.ts";

const subject = { noun: "value", owner: "a mock" };

/** Properties are not waited for: a mock answers values, of which some may be `secret(...)`. */
export function toWire(value: unknown): Wire {
  const flattening = new Flattening(subject);
  const { answer } = flattening.members({ answer: value });
  if (flattening.gaps.length > 0) {
    throw new TypeError(`"${flattening.gaps[0]!.path}" in what a mock answers is not settled`);
  }
  return answer;
}
