// Timestamps that the state keeps.

import type { Input, Property } from "../property/property_types.ts";
import { existing } from "../resource/custom_resource.ts";
import { markSdkClass, type ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

/**
 * The inputs of a `Rotating`: periods, which are added up, or `rotationRfc3339`. A changed period
 * counts from the time of creation.
 */
export interface RotatingArgs {
  /** Minutes from creation to rotation. */
  rotationMinutes?: Input<number>;
  /** Hours from creation to rotation. */
  rotationHours?: Input<number>;
  /** Days from creation to rotation. */
  rotationDays?: Input<number>;
  /** Calendar months from creation to rotation. */
  rotationMonths?: Input<number>;
  /** Calendar years from creation to rotation. */
  rotationYears?: Input<number>;
  /** The time of a single rotation, such as `2027-01-31T12:00:00Z`. */
  rotationRfc3339?: Input<string>;
  /** Any values: a change of one of them rotates at once. */
  triggers?: Input<Record<string, any>>;
}

/**
 * A timestamp that rotates: the first run after its rotation time replaces it. Resources with its
 * `rfc3339` among their `keepers` or `triggers` are renewed with it.
 */
export class Rotating extends StdResource {
  /** The time of creation in UTC, such as `2026-12-31T12:00:00Z`, which is also the id. */
  declare readonly rfc3339: Property<string>;
  /** The time of the next rotation in UTC. */
  declare readonly rotationRfc3339: Property<string>;
  /** The time of creation in seconds since the Unix epoch. */
  declare readonly unix: Property<number>;
  /** The year of creation. */
  declare readonly year: Property<number>;
  /** The month of creation, from 1. */
  declare readonly month: Property<number>;
  /** The day of the month of creation, from 1. */
  declare readonly day: Property<number>;
  /** The hour of creation. */
  declare readonly hour: Property<number>;
  /** The minute of creation. */
  declare readonly minute: Property<number>;
  /** The second of creation. */
  declare readonly second: Property<number>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: RotatingArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: RotatingArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:time:Rotating", name, args, options, plan);
  }

  /** Imports the time of an earlier rotation, such as `2026-12-31T12:00:00Z`. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Rotating {
    return new Rotating(name, undefined, options, existing(id));
  }
}

markSdkClass(Rotating, "std:time:Rotating");
