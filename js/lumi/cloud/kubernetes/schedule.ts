// Schedules on Kubernetes: CronJobs.

import type { Infra, ScheduleSpec } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { converted } from "./cron.ts";
import type { KubernetesFunctionArgs } from "./function_facts.ts";

export class KubernetesSchedule implements Infra {
  static refusal(cron: string): string | undefined {
    const answer = converted(cron);
    return "refusal" in answer ? answer.refusal : undefined;
  }

  constructor({ name, component, cron, handler, args }: ScheduleSpec) {
    const { expression } = converted(cron) as { expression: string };
    // The process beside the function calls it with the tick of the contract.
    const own: KubernetesFunctionArgs = { schedule: { cron, expression } };
    eventFunction(component, { name, handler, args, own });
  }
}
