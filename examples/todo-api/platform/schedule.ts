// A function that runs at certain times.

import { ComponentResource, type ComponentResourceOptions } from "lumi";
import { Function, type FunctionArgs } from "./function.ts";

/** The facts that the function gets about its call. */
export interface Tick {
  cron: string;
  /** When it was meant to run, as ISO text in UTC. */
  time: string;
}

export interface ScheduleArgs extends FunctionArgs {
  /** Minute, hour, day of the month, month and day of the week in UTC; or `@daily`, or `@every 90s`. */
  cron: string;
}

export class Schedule extends ComponentResource {
  readonly function: Function<[Tick]>;

  constructor(
    name: string,
    { cron, ...args }: ScheduleArgs,
    handler: (tick: Tick) => unknown,
    options?: ComponentResourceOptions,
  ) {
    super("local:platform:Schedule", name, { cron: checkCron(cron) }, options);
    const triggers = [{ type: "schedule", cron }];
    this.function = new Function(name, handler, { ...args, triggers }, { parent: this });
    this.registerOutputs();
  }
}

/** The platform knows exactly what a schedule is; this is for what is none at all. */
function checkCron(cron: string): string {
  if (/^@\w+( \w+)*$/.test(cron) || cron.trim().split(/\s+/).length === 5) return cron;
  throw new TypeError(
    `the schedule ${JSON.stringify(cron)} needs five fields, such as "0 3 * * *", or to be like "@every 90s"`,
  );
}
