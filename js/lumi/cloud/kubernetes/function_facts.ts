// The facts about a function that its objects are made of.

import type { Input, Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import type { FunctionCode, FunctionSpec } from "../contract.ts";
import type { SubscriberSettings } from "./nats/subscriber.ts";
import type { Uses } from "./permissions.ts";

/** The times of a schedule. */
export interface ScheduleSettings {
  /** The expression of the program, and that of a CronJob. */
  readonly cron: string;
  readonly expression: string;
}

/** The messages that a function gets. */
export type SubscriptionPlan = Omit<SubscriberSettings, "function" | "url">;

/** The data that infra classes give to `eventFunction`. */
export interface KubernetesFunctionArgs {
  /** The routes of a router, as function.json has them. */
  readonly triggers?: Input<object[]>;
  readonly subscription?: SubscriptionPlan;
  readonly schedule?: ScheduleSettings;
  /** Resources that must exist before the function gets messages. */
  readonly links?: readonly Resource[];
}

/** The facts about a function that its objects are made of. */
export interface Facts extends KubernetesFunctionArgs {
  /** The name of the component. */
  readonly name: string;
  /** The name of the objects, and of the user of NATS. */
  readonly id: string;
  readonly spec: FunctionSpec;
  readonly made: FunctionCode;
  readonly uses: Property<Uses>;
  /** The token by which others call the function. Secret. */
  readonly token: Property<string>;
}
