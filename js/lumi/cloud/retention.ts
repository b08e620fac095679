// How long messages wait that no function has processed, and how long objects are kept.

import { requireFeature } from "./target.ts";

/** Seconds. */
export const DAY = 86_400;
const MAX_DAYS = 36_500;

export interface RetentionArgs {
  /**
   * Seconds after which a message that no function has processed is removed: 60 to 1,209,600, which are fourteen days. Without
   * it, the target decides how long a message waits. Dead letters are kept longer.
   */
  retention?: number;
}

/** The retention of a component, checked, as a member of its inputs and of its spec. */
export function retentionOf(component: string, name: string, { retention }: RetentionArgs): RetentionArgs {
  return checked(component, name, retention, (it) => it >= 60 && it <= 1_209_600, "60 to 1209600 seconds");
}

/** The retention of objects, checked: whole days in seconds, as S3 has them. */
export function objectRetention(component: string, name: string, { retention }: RetentionArgs): RetentionArgs {
  const isAllowed = (it: number) => it % DAY === 0 && it >= DAY && it <= MAX_DAYS * DAY;
  const range = `1 to ${MAX_DAYS} whole days in seconds, such as ${30 * DAY}`;
  return checked(component, name, retention, isAllowed, range);
}

function checked(
  component: string,
  name: string,
  retention: number | undefined,
  isAllowed: (retention: number) => boolean,
  range: string,
): RetentionArgs {
  if (retention === undefined) return {};
  if (!Number.isInteger(retention) || !isAllowed(retention)) {
    const shown = typeof retention === "string" ? JSON.stringify(retention) : retention;
    throw new TypeError(`the \`retention\` of the ${component} "${name}" must be ${range}, but is ${shown}`);
  }
  requireFeature(component, name, "retention");
  return { retention };
}

/** Refuses arguments of a component that it does not have, such as the options of resources. */
export function checkMembers(component: string, name: string, args: object, known: readonly string[]): void {
  const odd = Object.keys(args).find((it) => !known.includes(it));
  if (odd === undefined) return;
  const names = known.map((it) => `\`${it}\``);
  const last = names.pop();
  const options = names.length > 0 ? `${names.join(", ")} and ${last}` : last;
  throw new TypeError(
    `the ${component} "${name}" has no option \`${odd}\`; it has ${options} (options of resources, such as \`parent\`, are ` +
      "the third argument)",
  );
}
