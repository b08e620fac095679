// Cron expressions in the words of CronJobs.

import { type Converted, convertedBy, type CronNumbers, runsOf } from "../cron_numbers.ts";

/** Converts five fields, `@daily` and the like, or `@every 5m`. */
export const converted = (cron: string): Converted => convertedBy(cronOf, everyOf, cron);

/** A CronJob has times, not periods: those that are parts of an hour or a day are the same. */
function everyOf(seconds: number): Converted {
  const [minutes, hours] = [seconds / 60, seconds / 3600];
  const isPart = (count: number, of: number) => Number.isInteger(count) && count > 0 && of % count === 0;
  if (isPart(minutes, 60)) {
    return { expression: minutes === 60 ? "0 * * * *" : minutes === 1 ? "* * * * *" : `*/${minutes} * * * *` };
  }
  if (isPart(hours, 24)) return { expression: hours === 24 ? "0 0 * * *" : `0 */${hours} * * *` };
  return {
    refusal: "a CronJob has times, not periods; it can run every 5m or every 6h, which are parts of an hour or a day",
  };
}

function cronOf({ minutes, hours, days, months, weekdays, isEither }: CronNumbers): Converted {
  const [allDays, allWeekdays] = [days.size === 31, weekdays.size === 7];
  if (!isEither && !allDays && !allWeekdays) {
    return {
      refusal:
        "a CronJob with days of the month and days of the week runs on either; make two schedules of it, or list the days",
    };
  }
  const isEveryDay = isEither && (allDays || allWeekdays);
  const fields = [
    written(60, minutes),
    written(24, hours),
    isEveryDay ? "*" : written(31, days),
    written(12, months),
    isEveryDay ? "*" : written(7, weekdays),
  ];
  return { expression: fields.join(" ") };
}

/** Numbers as a field, of which there are `count`. */
function written(count: number, numbers: ReadonlySet<number>): string {
  if (numbers.size === count) return "*";
  const sorted = [...numbers].sort((left, right) => left - right);
  return runsOf(sorted).map(([from, to]) => from === to ? `${from}` : `${from}-${to}`).join(",");
}
