// Cron expressions in the words of EventBridge Scheduler.

import {
  type Converted,
  convertedBy,
  type CronNumbers,
  DAYS,
  type Field,
  HOURS,
  MINUTES,
  MONTHS,
  runsOf,
} from "../cron_numbers.ts";

/** Characters of an expression, at most. */
const LONGEST = 256;

/** Converts five fields, `@daily` and the like, or `@every 90m`. */
export const converted = (cron: string): Converted => convertedBy(cronOf, everyOf, cron);

function everyOf(seconds: number): Converted {
  if (seconds === 0 || seconds % 60 !== 0) {
    return { refusal: "EventBridge Scheduler has whole minutes; `@every 1m` is the shortest period" };
  }
  const minutes = seconds / 60;
  return { expression: `rate(${minutes} ${minutes === 1 ? "minute" : "minutes"})` };
}

function cronOf({ minutes, hours, days, months, weekdays, isEither }: CronNumbers): Converted {
  const [atMinutes, atHours, inMonths] = [text(MINUTES, minutes), text(HOURS, hours), text(MONTHS, months)];
  // Sunday is 1 in AWS.
  const onWeekdays = new Set([...weekdays].map((it) => it + 1));
  const [allDays, allWeekdays] = [days.size === 31, onWeekdays.size === 7];
  // If both are restricted, either matches: one that has all days decides.
  if (!allDays && !allWeekdays) {
    return {
      refusal: "EventBridge Scheduler has days of the month or days of the week, not both; make two schedules of it",
    };
  }
  const ofMonth = allDays || (isEither && allWeekdays) ? "*" : text(DAYS, days);
  const ofWeek = allWeekdays || (isEither && allDays) ? "*" : text({ first: 1, last: 7 }, onWeekdays);
  // One of them is always `?`.
  const when = ofWeek === "*" ? [ofMonth, inMonths, "?"] : ["?", inMonths, ofWeek];
  const expression = `cron(${[atMinutes, atHours, ...when, "*"].join(" ")})`;
  if (expression.length <= LONGEST) return { expression };
  return {
    refusal: `its expression for EventBridge Scheduler has ${expression.length} characters, but may have ${LONGEST}`,
  };
}

/** Numbers in the words of AWS: `*`, a step to the end, or a list of numbers and ranges. */
function text({ first, last }: Field, numbers: ReadonlySet<number>): string {
  const sorted = [...numbers].sort((left, right) => left - right);
  if (sorted.length === last - first + 1) return "*";
  const [start, next] = sorted as [number, number?];
  const step = next === undefined ? 0 : next - start;
  const isSteps = step > 1 && sorted.length > 2 && sorted.every((it, index) => it === start + index * step);
  if (isSteps && sorted.at(-1)! + step > last) return `${start}/${step}`;
  return runsOf(sorted).map(([from, to]) => from === to ? `${from}` : `${from}-${to}`).join(",");
}
