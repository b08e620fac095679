// Schedules of the platform on this machine.

import type { Infra, ScheduleSpec } from "../contract.ts";
import { eventFunction } from "../function.ts";

export class LocalSchedule implements Infra {
  constructor({ name, component, cron, handler, args }: ScheduleSpec) {
    // The platform calls a function with the tick of the contract.
    eventFunction(component, { name, handler, args, own: { triggers: [{ type: "schedule", cron }] } });
  }
}
