import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
import type { FunctionArgs, Tick } from "./contract.js";
export interface ScheduleArgs extends FunctionArgs {
    /** Minute, hour, day of the month, month and day of the week in UTC; or `@daily`, or `@every 90s`. */
    cron: string;
}
/** A function that runs at certain times, at least once each. */
export declare class Schedule extends Component {
    constructor(name: string, { cron, ...args }: ScheduleArgs, handler: (tick: Tick) => unknown, options?: ComponentResourceOptions);
}
