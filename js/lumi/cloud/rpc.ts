// Rpc: methods that functions call by their TypeScript types, and others as JSON over HTTP.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { clientOn } from "./composed.ts";
import { Component, declareMethods, infraOf } from "./component.ts";
import type { ComponentSpec, FunctionArgs, Grant, Infra } from "./contract.ts";
import { Function, type FunctionClient } from "./function.ts";
import { HttpError, type HttpRequest } from "./http.ts";
import type { Router } from "./router.ts";

type Method = (...args: any[]) => unknown;

/** The methods of an interface for functions. Arguments and results are JSON. */
export type RpcClient<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

export interface RpcArgs extends FunctionArgs {
  /** The router by which others call the methods: `POST /rpc/NAME/METHOD` with a JSON list of arguments. */
  router?: Router;
}

/** The methods of an interface, with all that the infra class of `Rpc` needs. */
export interface RpcSpec extends ComponentSpec {
  readonly methods: Readonly<Record<string, Method>>;
  readonly names: readonly string[];
  readonly args: FunctionArgs;
  readonly router: Router | undefined;
}

/** An interface of methods: a function runs them, and other functions call them by their types. */
export type Rpc<Methods> = Component & RpcClient<Methods>;

export const Rpc = class Rpc extends Component {
  constructor(
    name: string,
    methods: Record<string, Method>,
    { router, ...args }: RpcArgs = {},
    options?: ComponentResourceOptions,
  ) {
    const names = checkMethods(name, methods);
    super("Rpc", name, { methods: names }, options);
    declareMethods(this, "Rpc", names);
    this.realise({ methods, names, args, router });
  }
} as unknown as new <Methods extends object>(
  name: string,
  methods: Methods,
  args?: RpcArgs,
  options?: ComponentResourceOptions,
) => Rpc<Methods>;

/** The names of methods, which are members of the client. */
function checkMethods(rpc: string, methods: Record<string, Method>): string[] {
  const names = Object.keys(methods ?? {}).sort();
  if (names.length === 0) throw new TypeError(`the Rpc "${rpc}" needs an object with a function for each method`);
  for (const name of names) {
    if (typeof methods[name] !== "function") {
      throw new TypeError(`the member \`${name}\` of the Rpc "${rpc}" must be a function`);
    }
    // A promise would take a client with `then` for another promise.
    if (name === "then" || name in Component.prototype || !/^[A-Za-z_$][\w$]*$/.test(name)) {
      throw new TypeError(`the Rpc "${rpc}" cannot have a method \`${name}\`: give it another name`);
    }
  }
  return names;
}

/** The infra class on all targets that have `Function`. */
export class ComposedRpc implements Infra {
  readonly client;
  readonly outputs;
  readonly #function: Component;

  constructor({ name, component, methods, names, args, router }: RpcSpec) {
    // In an object, JSON tells nothing from null.
    const run = async (method: string, values: unknown[]) => ({ value: await methodOf(methods, method)(...values) });
    this.#function = new Function(name, run, args, { parent: component });
    this.client = clientOn(this.#function, (inner: FunctionClient<[string, unknown[]], { value?: unknown }>) => {
      const call = (method: string) => async (...values: unknown[]) => (await inner.call(method, values)).value;
      return Object.fromEntries(names.map((it) => [it, call(it)]));
    });
    this.outputs = infraOf(this.#function)!.outputs;
    router?.post(`/rpc/${name}/:method`, async (request: HttpRequest) => ({
      result: await methodOf(methods, request.params["method"]!)(...argumentsOf(request)),
    }));
  }

  /** A method is called by way of the function. */
  grant(): Grant | undefined {
    return infraOf(this.#function)!.grant!("call");
  }
}

function methodOf(methods: Readonly<Record<string, Method>>, name: string): Method {
  if (!Object.hasOwn(methods, name)) throw new HttpError(404, `there is no method ${name}`);
  return methods[name]!.bind(methods);
}

/** A list is all arguments, other data the only one. */
function argumentsOf(request: HttpRequest): unknown[] {
  if (request.body === "") return [];
  const data = request.json();
  return Array.isArray(data) ? data : [data];
}
