// Points in time that a stack remembers.

import type { Input, Property } from "../property/property_types.ts";
import { markSdkClass, type ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { existing, StdResource } from "./std_resource.ts";

/**
 * The inputs of a `Rotating`: periods, which are added up, or else `rotationRfc3339`. Another
 * period counts from the time of creation.
 */
export interface RotatingArgs {
  /** How many minutes after its creation it rotates. */
  rotationMinutes?: Input<number>;
  /** How many hours after its creation it rotates. */
  rotationHours?: Input<number>;
  /** How many days after its creation it rotates. */
  rotationDays?: Input<number>;
  /** How many months of the calendar after its creation it rotates. */
  rotationMonths?: Input<number>;
  /** How many years of the calendar after its creation it rotates. */
  rotationYears?: Input<number>;
  /** At what time it rotates, once, such as `2027-01-31T12:00:00Z`. */
  rotationRfc3339?: Input<string>;
  /** Any values: if one of them changes, it rotates at once. */
  triggers?: Input<Record<string, any>>;
}

/**
 * A point in time that is renewed: the first run after its rotation time replaces it. What has its
 * `rfc3339` among its `keepers` or `triggers` is renewed with it.
 */
export class Rotating extends StdResource {
  /** When it was created, in UTC, such as `2026-12-31T12:00:00Z`; it is the id too. */
  declare readonly rfc3339: Property<string>;
  /** When it is to be replaced, in UTC. */
  declare readonly rotationRfc3339: Property<string>;
  /** When it was created, in seconds since 1970. */
  declare readonly unix: Property<number>;
  /** The year of its creation. */
  declare readonly year: Property<number>;
  /** The month of its creation, from 1. */
  declare readonly month: Property<number>;
  /** The day of the month of its creation, from 1. */
  declare readonly day: Property<number>;
  /** The hour of its creation. */
  declare readonly hour: Property<number>;
  /** The minute of its creation. */
  declare readonly minute: Property<number>;
  /** The second of its creation. */
  declare readonly second: Property<number>;

  constructor(name: string, args: RotatingArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: RotatingArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:time:Rotating", name, args, options, plan);
  }

  /** Takes the time of an earlier rotation, such as `2026-12-31T12:00:00Z`. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Rotating {
    return new Rotating(name, undefined, options, existing(id));
  }
}

markSdkClass(Rotating);
