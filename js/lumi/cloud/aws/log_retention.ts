// How long logs are kept on AWS.

import { Config } from "../../program/config.ts";

/** The days that CloudWatch has. */
const DAYS = [
  1,
  3,
  5,
  7,
  14,
  30,
  60,
  90,
  120,
  150,
  180,
  365,
  400,
  545,
  731,
  1096,
  1827,
  2192,
  2557,
  2922,
  3288,
  3653,
];
const DEFAULT = 30;

/** The days for which logs of functions and services are kept, by the setting of the stack. */
export function logRetention(): number {
  const text = new Config("cloud").get("log-days");
  if (text === undefined) return DEFAULT;
  const days = Number(text);
  if (DAYS.includes(days)) return days;
  throw new TypeError(`\`cloud:log-days\` must be one of ${DAYS.join(", ")}, but is ${JSON.stringify(text)}`);
}
