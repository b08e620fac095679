// Resilience: how long, how often and how many at a time a function is called.

import type { Resilience } from "./contract.ts";
import { requireFeature } from "./target.ts";

/** The longest time in seconds: a day. */
const MAX_SECONDS = 86_400;

type Check = (value: unknown) => string | undefined;

const seconds: Check = (value) =>
  typeof value === "number" && value > 0 && value <= MAX_SECONDS
    ? undefined
    : `must be more than 0 and at most ${MAX_SECONDS} seconds`;
const count: Check = (value) =>
  Number.isInteger(value) && value as number >= 1 && value as number <= 1000 ? undefined : "must be 1 to 1000";
const part: Check = (value) =>
  typeof value === "number" && value >= 0 && value <= 1 ? undefined : "must be a number from 0 to 1";

/** The members of a policy; those with `?` may be missing. */
const members = (checks: Readonly<Record<string, Check>>): Check => (value) => {
  if (typeof value !== "object" || value === null) return "must be an object";
  const given = value as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!(name in checks) && !(`${name}?` in checks)) return `has no member \`${name}\``;
  }
  for (const [name, check] of Object.entries(checks)) {
    const member = name.replace("?", "");
    const isMissing = given[member] === undefined;
    if (isMissing && name.endsWith("?")) continue;
    const problem = isMissing ? "is missing" : check(given[member]);
    if (problem !== undefined) return `is not valid: \`${member}\` ${problem}`;
  }
  return undefined;
};

const POLICIES: Readonly<Record<keyof Resilience, Check>> = {
  timeout: seconds,
  retries: members({ "attempts?": count, "pause?": seconds, "maxPause?": seconds, "jitter?": part }),
  circuitBreaker: members({ failures: count, pause: seconds }),
  concurrency: count,
  rateLimit: members({ calls: count, seconds }),
};

/** The policies among the arguments of a function, which the target has. */
export function resilienceOf(name: string, args: Resilience): Resilience {
  const policies: Record<string, unknown> = {};
  for (const [policy, check] of Object.entries(POLICIES)) {
    const value = (args as Record<string, unknown>)[policy];
    if (value === undefined) continue;
    const problem = check(value);
    if (problem !== undefined) throw new TypeError(`the \`${policy}\` of the Function "${name}" ${problem}`);
    requireFeature("Function", name, policy);
    policies[policy] = value;
  }
  return policies;
}
