import type { ComponentResourceOptions } from "../resource/resource_options.js";
import type { Resource } from "../resource/resource.js";
import { Component } from "./component.js";
import type { FunctionArgs, Infra } from "./contract.js";
/** The methods of a function for other functions. */
export interface FunctionClient<Args extends unknown[], Result> {
    /** Calls it and waits. Arguments and result are JSON. */
    call(...args: Args): Promise<Result>;
}
/** How an infra class makes a function. */
interface Making {
    readonly takesEvents: boolean;
    readonly own: unknown;
}
declare class AnyFunction extends Component {
    constructor(name: string, handler: (...args: any[]) => unknown, args: FunctionArgs, making: Making, options?: ComponentResourceOptions);
}
/** A function, which other functions call. */
export declare class Function<Args extends any[] = any[], Result = unknown> extends AnyFunction {
    constructor(name: string, handler: (...args: Args) => Result | Promise<Result>, args?: FunctionArgs, options?: ComponentResourceOptions);
}
export interface Function<Args extends any[], Result> extends FunctionClient<Args, Awaited<Result>> {
}
/** The arguments of `eventFunction`. */
export interface EventFunctionArgs {
    readonly name: string;
    /** The handler with the adapter of the infra class around it: it gets events of the platform. */
    readonly handler: (...args: any[]) => unknown;
    readonly args: FunctionArgs;
    /** Data for the infra class of functions. */
    readonly own?: unknown;
}
/**
 * Makes a function of a handler that an infra class has adapted to the events of its platform; `component` is the one that the
 * infra class makes real. Returns the infra object of the function.
 */
export declare function eventFunction<Made extends Infra>(component: Resource, making: EventFunctionArgs): Made;
export {};
