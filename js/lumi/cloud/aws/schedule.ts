// Schedules on AWS: EventBridge Scheduler, which has a role for each.

import { derive, jsonStringify } from "../../property/combinators.ts";
import type { Infra, ScheduleSpec, Tick } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { single } from "../single.ts";
import { converted } from "./cron.ts";
import type { AwsFunction } from "./function.ts";
import { physicalName } from "./names.ts";
import { policyText, trust } from "./permissions.ts";
import { resource } from "./resource.ts";

/** The event is the input of the schedule, in which the scheduler puts the time. */
function due(handler: (tick: Tick) => unknown, cron: string) {
  return async function tick({ time }: { time: string }) {
    await handler({ cron, time: new Date(time).toISOString() });
  };
}

export class AwsSchedule implements Infra {
  static refusal(cron: string): string | undefined {
    const answer = converted(cron);
    return "refusal" in answer ? answer.refusal : undefined;
  }

  constructor({ name, component, cron, handler, args }: ScheduleSpec) {
    const { lambda, ready } = eventFunction<AwsFunction>(component, { name, handler: due(handler, cron), args });
    const group = single("schedules",
      () => resource("scheduler_schedule_group", "schedules", { name: physicalName("schedules", 64) }, undefined));
    // A role that other schedules cannot take: the scheduler names the group.
    const assumeRolePolicy = trust("scheduler.amazonaws.com", { StringEquals: { "aws:SourceArn": group.arn } });
    const role = resource("iam_role", `${name}.schedule`, {
      name: physicalName(name, 64, "_schedule"),
      assumeRolePolicy,
    }, component);
    const policy = resource("iam_role_policy", `${name}.schedule`, {
      name: "call",
      role: role.id,
      policy: derive(lambda.arn, (resource) => policyText(name, [{ actions: ["lambda:InvokeFunction"], resource }])),
    }, component);
    const { expression } = converted(cron) as { expression: string };
    resource("scheduler_schedule", name, {
      name: physicalName(name, 64),
      groupName: group["name"],
      scheduleExpression: expression,
      scheduleExpressionTimezone: "UTC",
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: lambda.arn,
        roleArn: role.arn,
        input: jsonStringify({ time: "<aws.scheduler.scheduled-time>" }),
      },
    }, component, [policy, ...ready]);
  }
}
