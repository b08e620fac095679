// Schedule: a function that runs at certain times.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component } from "./component.ts";
import type { FunctionArgs, ScheduleInfraClass, Tick } from "./contract.ts";
import { infraClassOf, targetName } from "./target.ts";

export interface ScheduleArgs extends FunctionArgs {
  /** Minute, hour, day of the month, month and day of the week in UTC; or `@daily`, or `@every 90s`. */
  cron: string;
}

/** A function that runs at certain times, at least once each. */
export class Schedule extends Component {
  constructor(
    name: string,
    { cron, ...args }: ScheduleArgs,
    handler: (tick: Tick) => unknown,
    options?: ComponentResourceOptions,
  ) {
    if (typeof handler !== "function") throw new TypeError(`the handler of the Schedule "${name}" must be a function`);
    refuseCron(name, checkCron(cron));
    super("Schedule", name, { cron }, options);
    this.realise({ cron, handler, args });
  }
}

/** Refuses an expression that the target cannot say, before anything is declared. */
function refuseCron(name: string, cron: string): void {
  const reason = (infraClassOf("Schedule", name) as ScheduleInfraClass).refusal?.(cron);
  if (reason === undefined) return;
  throw new TypeError(`the target "${targetName()}" cannot run the Schedule "${name}" at "${cron}": ${reason}`);
}

/** The platform knows exactly what a schedule is; this is for what is none at all. */
function checkCron(cron: string): string {
  if (/^@\w+( \w+)*$/.test(cron) || cron.trim().split(/\s+/).length === 5) return cron;
  throw new TypeError(
    `the schedule ${JSON.stringify(cron)} needs five fields, such as "0 3 * * *", or to be like "@every 90s"`,
  );
}
