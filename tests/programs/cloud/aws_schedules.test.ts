// The target `aws`: cron expressions in the words of EventBridge Scheduler.

import { Schedule } from "lumi/cloud";
import { assert, assertEquals, run, test } from "lumi/testing";

/** The expressions of AWS, or the reasons why there are none. */
async function converted(crons: readonly string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const { resources } = await run(() => {
    for (const [index, cron] of crons.entries()) {
      try {
        new Schedule(`s-${index}`, { cron }, () => 1);
      } catch (error) {
        answers[cron] = (error as Error).message.split(/": (?!.*": )/).at(-1)!;
      }
    }
  }, { config: { "lumi:target": "aws" } });
  for (const { type, name, inputs } of resources) {
    if (type !== "aws:resources:aws_scheduler_schedule") continue;
    answers[crons[Number(name.slice(2))]!] = inputs["scheduleExpression"];
  }
  return answers;
}

test("expressions are converted, or refused with the reason", async () => {
  const notBoth = "EventBridge Scheduler has days of the month or days of the week, not both; make two schedules of it";
  const table = {
    "* * * * *": "cron(* * * * ? *)",
    "@hourly": "cron(0 * * * ? *)",
    "@daily": "cron(0 0 * * ? *)",
    "@weekly": "cron(0 0 ? * 1 *)",
    "@monthly": "cron(0 0 1 * ? *)",
    "@yearly": "cron(0 0 1 1 ? *)",
    "*/10 * * * *": "cron(0/10 * * * ? *)",
    "*/7 9-17 * * mon-fri": "cron(0/7 9-17 ? * 2-6 *)",
    "5,10,11,12 0 1 jan,JUL *": "cron(5,10-12 0 1 1,7 ? *)",
    "0 3 * * 0": "cron(0 3 ? * 1 *)",
    "0 3 * * 7": "cron(0 3 ? * 1 *)",
    "0 3 * * 5-7": "cron(0 3 ? * 1,6-7 *)",
    "0 3 1 * 0-6": "cron(0 3 * * ? *)",
    "0 3 */2 * *": "cron(0 3 1/2 * ? *)",
    "0 3 1 * mon": notBoth,
    "0 3 */2 * mon": notBoth,
    "61 * * * *": '"61" must be a number from 0 to 59',
    "@every 1m": "rate(1 minute)",
    "@every 1h 30m": "rate(90 minutes)",
    "@every 2days": "rate(2880 minutes)",
    "@every 1s": "EventBridge Scheduler has whole minutes; `@every 1m` is the shortest period",
    "@every now": '"now" is no period such as 5m, 1h 30m or 2d',
    "@reboot": "it is not one of @yearly, @monthly, @weekly, @daily, @hourly or @every 5m",
  };
  assertEquals(await converted(Object.keys(table)), table);
});

/** Numbers that follow from a seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** Whether a field of cron has a number; `last` is that of the range. */
function has(field: string, number: number, first: number, last: number): boolean {
  return field.split(",").some((part) => {
    const [range, step = "1"] = part.split("/") as [string, string?];
    const [from, to] = range === "*" ? [first, last] : range.split("-").map(Number) as [number, number?];
    const end = to ?? (part.includes("/") ? last : from);
    return number >= from && number <= end && (number - from) % Number(step) === 0;
  });
}

test("an expression of AWS comes at the times of its cron", async () => {
  const next = numbers(7);
  const field = (first: number, last: number) => {
    const kind = next(6);
    const from = first + next(last - first + 1);
    const to = from + next(last - from + 1);
    if (kind < 2) return "*";
    return ["", "", `${from}`, `${from}-${to}`, `*/${1 + next(12)}`, `${from}-${to}/${1 + next(5)},${first}`][kind]!;
  };
  const crons = Array.from({ length: 300 }, () => {
    return [field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7)].join(" ");
  });
  const answers = await converted(crons);
  let count = 0;
  for (const [cron, answer] of Object.entries(answers)) {
    const [minute, hour, day, month, weekday] = cron.split(" ") as [string, string, string, string, string];
    if (!answer.startsWith("cron(")) {
      assert(answer.includes("not both"), `${cron}: ${answer}`);
      continue;
    }
    count++;
    const aws = answer.slice(5, -1).split(" ") as [string, string, string, string, string, string];
    assertEquals([aws.length, aws[5], [aws[2], aws[4]].filter((it) => it === "?").length], [6, "*", 1], answer);
    for (let round = 0; round < 100; round++) {
      const time = new Date(Date.UTC(2026, 0, 1 + next(1000), next(24), next(60)));
      const [onDay, onWeekday] = [time.getUTCDate(), time.getUTCDay()];
      const inDays = has(day, onDay, 1, 31);
      const inWeek = has(weekday, onWeekday, 0, 7) || (onWeekday === 0 && has(weekday, 7, 0, 7));
      const isEither = !day.startsWith("*") && !weekday.startsWith("*");
      const isDue = has(minute, time.getUTCMinutes(), 0, 59) && has(hour, time.getUTCHours(), 0, 23) &&
        has(month, time.getUTCMonth() + 1, 1, 12) && (isEither ? inDays || inWeek : inDays && inWeek);
      const isDueOnAws = has(aws[0], time.getUTCMinutes(), 0, 59) && has(aws[1], time.getUTCHours(), 0, 23) &&
        (aws[2] === "?" || has(aws[2], onDay, 1, 31)) && has(aws[3], time.getUTCMonth() + 1, 1, 12) &&
        (aws[4] === "?" || has(aws[4], onWeekday + 1, 1, 7));
      assertEquals(isDueOnAws, isDue, `${cron} is ${answer} at ${time.toISOString()}`);
    }
  }
  assert(count > 100, String(count));
});
