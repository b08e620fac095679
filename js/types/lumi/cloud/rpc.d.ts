import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
import type { ComponentSpec, FunctionArgs, Grant, Infra } from "./contract.js";
import type { Router } from "./router.js";
type Method = (...args: any[]) => unknown;
/** The methods of an interface for functions. Arguments and results are JSON. */
export type RpcClient<Methods> = {
    readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Awaited<Result>> : never;
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
export declare const Rpc: new <Methods extends object>(name: string, methods: Methods, args?: RpcArgs, options?: ComponentResourceOptions) => Rpc<Methods>;
/** The infra class on all targets that have `Function`. */
export declare class ComposedRpc implements Infra {
    #private;
    readonly client: import("../index.js").ResourceClient<unknown>;
    readonly outputs: import("../index.js").Inputs | undefined;
    constructor({ name, component, methods, names, args, router }: RpcSpec);
    /** A method is called by way of the function. */
    grant(): Grant | undefined;
}
export {};
