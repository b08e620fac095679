// Function: code that other functions call by arguments, and the functions that infra classes make of handlers.

import { Property } from "../property/property.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import type { Resource } from "../resource/resource.ts";
import { Component, infraOf, onlyInFunctions } from "./component.ts";
import type { FunctionArgs, FunctionCode, Infra, Permission } from "./contract.ts";
import { codeOf } from "./function_needs.ts";
import { resilienceOf } from "./resilience.ts";
import { targetName } from "./target.ts";

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

class AnyFunction extends Component {
  constructor(
    name: string,
    handler: (...args: any[]) => unknown,
    args: FunctionArgs,
    making: Making,
    options?: ComponentResourceOptions,
  ) {
    if (typeof handler !== "function") throw new TypeError(`the handler of the Function "${name}" must be a function`);
    const resilience = resilienceOf(name, args);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const own = args.permissions?.[targetName()] ?? [];
    super("Function", name, { permissions: new Property(promise), ...resilience, ...shownOwn(own) }, options);
    let code: FunctionCode | undefined;
    const serialise = (adapted: (...args: any[]) => unknown) => code = codeOf(adapted, `the function ${name}`, args);
    this.realise({ handler, net: args.net ?? [], resilience, ...making, code: serialise });
    if (code === undefined) {
      reject(new TypeError(`the infra class of the Function "${name}" does not ask for its code`));
    } else resolve((code as FunctionCode).shown);
  }
}

/** A function, which other functions call. */
export class Function<Args extends any[] = any[], Result = unknown> extends AnyFunction {
  constructor(
    name: string,
    handler: (...args: Args) => Result | Promise<Result>,
    args: FunctionArgs = {},
    options?: ComponentResourceOptions,
  ) {
    super(name, handler, args, { takesEvents: false, own: undefined }, options);
  }
}

export interface Function<Args extends any[], Result> extends FunctionClient<Args, Awaited<Result>> {}

onlyInFunctions(Function, "call");

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
export function eventFunction<Made extends Infra>(component: Resource, making: EventFunctionArgs): Made {
  const { name, handler, args, own } = making;
  return infraOf(new AnyFunction(name, handler, args, { takesEvents: true, own }, { parent: component })) as Made;
}

/** The permissions of one's own, as a member of the inputs that the plan shows. */
function shownOwn(own: readonly Permission[]): { ownPermissions?: readonly Permission[] } {
  return own.length === 0 ? {} : { ownPermissions: own };
}
