// What the module of a package exports: `lumi:random`.

import { invoke, type InvokeOptions, lookUp } from "../program/invoke.ts";
import { nearestName } from "../data/nearest_name.ts";
import { ops } from "../protocol/ops.ts";
import type { Inputs } from "../property/property_types.ts";
import { markSdkClass } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { ProviderResource } from "../resource/provider_resource.ts";
import { packageClass } from "./package_resource.ts";

export interface PackageModule {
  /** In the order in which the host names them. */
  classes: readonly unknown[];
  data: object;
  functions: object;
  Provider: unknown;
}

/** Makes the exports of the package `name`. */
export function packageModule(name: string): PackageModule {
  const { resources, data, functions, isPositional } = ops().op_lumi_package(name);
  const classes: unknown[] = [];
  for (let at = 0; at < resources.length; at += 2) classes.push(packageClass(resources[at]!, resources[at + 1]!));
  return {
    classes,
    data: functionsOf(`lumi:${name} has no data source`, data, dataSource),
    functions: functionsOf(`lumi:${name} has no function`, functions, isPositional ? positional : named),
    Provider: providerClass(name),
  };
}

type AnyFunction = (...args: any[]) => unknown;

function dataSource(token: string): AnyFunction {
  return (args?: Inputs, options?: InvokeOptions) => lookUp(token, args, options);
}

function named(token: string): AnyFunction {
  return (args?: Inputs, options?: InvokeOptions) => invoke(token, args, options);
}

function positional(token: string): AnyFunction {
  return (...args) => invoke(token, { arguments: args });
}

/** The functions with these names and tokens. Each is made when it is first read; another name is an error. */
function functionsOf(problem: string, pairs: readonly string[], make: (token: string) => AnyFunction): object {
  const tokens = new Map<string, string>();
  for (let at = 0; at < pairs.length; at += 2) tokens.set(pairs[at]!, pairs[at + 1]!);
  const made = new Map<string, AnyFunction>();
  const find = (name: string) => {
    let found = made.get(name);
    const token = tokens.get(name);
    if (found === undefined && token !== undefined) {
      found = make(token);
      Object.defineProperty(found, "name", { value: name });
      made.set(name, found);
    }
    return found;
  };
  return new Proxy(Object.create(null) as object, {
    get(_, key) {
      if (typeof key !== "string") return undefined;
      const found = find(key);
      if (found !== undefined || key === "then" || key === "toJSON") return found;
      const nearest = nearestName(key, tokens.keys());
      throw new TypeError(`${problem} "${key}"${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`);
    },
    has: (_, key) => typeof key === "string" && tokens.has(key),
    ownKeys: () => [...tokens.keys()],
    getOwnPropertyDescriptor(_, key) {
      if (typeof key !== "string" || !tokens.has(key)) return undefined;
      return { value: find(key), enumerable: true, configurable: true, writable: false };
    },
    set: () => false,
    defineProperty: () => false,
  });
}

function providerClass(type: string): unknown {
  const Provider = class extends ProviderResource {
    constructor(name: string, args?: Inputs, options?: CustomResourceOptions) {
      super(type, name, args, options);
    }
  };
  Object.defineProperty(Provider, "name", { value: "Provider" });
  markSdkClass(Provider);
  return Provider;
}
