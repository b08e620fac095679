import type { Input, Property } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
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
export declare class Rotating extends StdResource {
    /** When it was created, in UTC, such as `2026-12-31T12:00:00Z`; it is the id too. */
    readonly rfc3339: Property<string>;
    /** When it is to be replaced, in UTC. */
    readonly rotationRfc3339: Property<string>;
    /** When it was created, in seconds since 1970. */
    readonly unix: Property<number>;
    /** The year of its creation. */
    readonly year: Property<number>;
    /** The month of its creation, from 1. */
    readonly month: Property<number>;
    /** The day of the month of its creation, from 1. */
    readonly day: Property<number>;
    /** The hour of its creation. */
    readonly hour: Property<number>;
    /** The minute of its creation. */
    readonly minute: Property<number>;
    /** The second of its creation. */
    readonly second: Property<number>;
    constructor(name: string, args: RotatingArgs, options?: CustomResourceOptions);
    /** Takes the time of an earlier rotation, such as `2026-12-31T12:00:00Z`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Rotating;
}
