import type { Input, Property } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
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
export declare class Rotating extends StdResource {
    /** The time of creation in UTC, such as `2026-12-31T12:00:00Z`, which is also the id. */
    readonly rfc3339: Property<string>;
    /** The time of the next rotation in UTC. */
    readonly rotationRfc3339: Property<string>;
    /** The time of creation in seconds since the Unix epoch. */
    readonly unix: Property<number>;
    /** The year of creation. */
    readonly year: Property<number>;
    /** The month of creation, from 1. */
    readonly month: Property<number>;
    /** The day of the month of creation, from 1. */
    readonly day: Property<number>;
    /** The hour of creation. */
    readonly hour: Property<number>;
    /** The minute of creation. */
    readonly minute: Property<number>;
    /** The second of creation. */
    readonly second: Property<number>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: RotatingArgs, options?: CustomResourceOptions);
    /** Imports the time of an earlier rotation, such as `2026-12-31T12:00:00Z`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Rotating;
}
