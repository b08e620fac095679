// Expressions of cron as numbers, for targets that write them in other words.

/** Expressions by name. */
export const NAMES: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** A field of an expression. */
export interface Field {
  readonly first: number;
  readonly last: number;
  readonly names?: readonly string[];
}

export const MINUTES: Field = { first: 0, last: 59 };
export const HOURS: Field = { first: 0, last: 23 };
export const DAYS: Field = { first: 1, last: 31 };
export const MONTHS: Field = {
  first: 1,
  last: 12,
  names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
};
export const WEEKDAYS: Field = { first: 0, last: 7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };

/** The five fields of an expression: numbers of minutes, hours, days, months, and days of the week from 0, which is Sunday. */
export interface CronNumbers {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Whether one of both kinds of days is enough, as both are restricted. */
  readonly isEither: boolean;
}

/** Reads five fields, or a name such as `@daily`. */
export function cronNumbers(cron: string): CronNumbers {
  const fields = (NAMES[cron] ?? cron).trim().split(/\s+/);
  if (fields.length !== 5) throw new Error(`it is not one of ${Object.keys(NAMES).join(", ")} or @every 5m`);
  const [minutes, hours, days, months, weekdays] = fields as [string, string, string, string, string];
  return {
    minutes: numbersOf(MINUTES, minutes),
    hours: numbersOf(HOURS, hours),
    days: numbersOf(DAYS, days),
    months: numbersOf(MONTHS, months),
    // Both 0 and 7 are Sunday.
    weekdays: new Set([...numbersOf(WEEKDAYS, weekdays)].map((it) => it % 7)),
    isEither: !days.startsWith("*") && !weekdays.startsWith("*"),
  };
}

/** An expression of a target, or the reason why there is none. */
export type Converted = { readonly expression: string } | { readonly refusal: string };

/** Converts five fields, `@daily` and the like, or a period such as `@every 90m`, with the two functions of a target. */
export function convertedBy(
  ofFields: (numbers: CronNumbers) => Converted,
  ofPeriod: (seconds: number) => Converted,
  cron: string,
): Converted {
  const every = "@every ";
  try {
    return cron.startsWith(every) ? ofPeriod(secondsOf(cron.slice(every.length))) : ofFields(cronNumbers(cron));
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** The seconds of a period such as `1h 30m`. */
export function secondsOf(period: string): number {
  const parts = [...period.matchAll(/(\d+)\s*(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)\s*/g)];
  if (parts.length === 0 || parts.map((it) => it[0]).join("") !== period) {
    throw new Error(`${JSON.stringify(period)} is no period such as 5m, 1h 30m or 2d`);
  }
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit![0]!]!, 0);
}

/** The numbers that a field means. */
function numbersOf(field: Field, text: string): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", step] = part.split("/", 2);
    const [from, to] = rangeOf(field, range, step !== undefined);
    const by = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(by) || by < 1) {
      throw new Error(`${JSON.stringify(part)} has no step that is a number above 0`);
    }
    if (from > to) throw new Error(`the range ${JSON.stringify(range)} ends before it begins`);
    for (let number = from; number <= to; number += by) numbers.add(number);
  }
  return numbers;
}

function rangeOf(field: Field, range: string, hasStep: boolean): [number, number] {
  if (range === "*") return [field.first, field.last];
  const [from = "", to] = range.split("-", 2);
  const start = numberOf(field, from);
  if (to !== undefined) return [start, numberOf(field, to)];
  return [start, hasStep ? field.last : start];
}

function numberOf({ first, last, names = [] }: Field, text: string): number {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + (first === 1 ? 1 : 0);
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= first && number <= last) return number;
  throw new Error(`${JSON.stringify(text)} must be a number from ${first} to ${last}`);
}

/** Runs of numbers that follow each other, as first and last; the numbers are sorted. */
export function runsOf(sorted: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
