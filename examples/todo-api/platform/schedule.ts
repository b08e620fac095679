// A function that runs at certain times.

import { ComponentResource, type ComponentResourceOptions } from "lumi";
import { Function, type FunctionArgs } from "./function.ts";

/** What the function learns about its call. */
export interface Tick {
  cron: string;
  /** When it was meant to run, as ISO text in UTC. */
  time: string;
}

export interface ScheduleArgs extends FunctionArgs {
  /** Minute, hour, day of the month, month and day of the week in UTC. */
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
    super("local:platform:Schedule", name, { cron }, options);
    const triggers = [{ type: "schedule", cron }];
    this.function = new Function(name, handler, { ...args, triggers }, { parent: this });
    this.registerOutputs();
  }
}
