// The exports of the module of a package, or of one of its parts: `lumi:random`, `lumi:aws/s3`.

import { call, invoke, type InvokeOptions, lookUp } from "../program/invoke.ts";
import { addImported } from "../data/described_packages.ts";
import { nearestName } from "../data/nearest_name.ts";
import { ops } from "../protocol/ops.ts";
import type { Inputs, Property } from "../property/property_types.ts";
import { markSdkClass, type Resource } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { ProviderResource } from "../resource/provider_resource.ts";
import { packageClass } from "./package_resource.ts";

export interface PackageModule {
  data: object;
  ephemeral: object;
  functions: object;
  Provider: unknown;
}

/** Sets the exports of a part of the names of a package. */
type Part = (of: (name: string) => unknown) => void;

/** Sets the parts of a package that are not set yet, by the name of the package. */
const rests = new Map<string, () => void>();

/** Sets the exports of a package that no earlier import has asked for. */
export function readRest(name: string): void {
  rests.get(name)?.();
  rests.delete(name);
}

/** The classes by token: a package and its modules export the same ones. */
const classes = new Map<string, unknown>();

function classOf(own: string, token: string, kind: string): unknown {
  let made = classes.get(token);
  if (made === undefined) {
    made = packageClass(own, token, kind.includes("c"), methodsOf(token, kind));
    classes.set(token, made);
  }
  return made;
}

/** Makes the exports of the package or the module `name`; `parts` are those beside `data`, `ephemeral`, `functions` and `Provider`. */
export function packageModule(name: string, parts: readonly Part[]): PackageModule {
  const slash = name.indexOf("/");
  const owner = slash < 0 ? name : name.slice(0, slash);
  addImported(owner);
  const described = ops().op_lumi_package(name);
  const { resources, data, ephemeral, functions, enums, isPositional, isBeside } = described;
  const root = new Namespace(`lumi:${name} has no`, () => {
    for (let at = 0; at < resources.length; at += 3) {
      const token = resources[at + 1]!, kind = resources[at + 2]!;
      root.add(resources[at]!, (own) => classOf(own, token, kind));
    }
    for (let at = 0; at < enums.length; at += 2) root.add(enums[at]!, () => enumOf(enums[at + 1]!));
    if (isBeside) root.addFunctions(functions, toCall);
  });
  const toCall = isPositional ? positional : named;
  const inFunctions = new Namespace(`lumi:${name} has no function`, () => {
    if (!isBeside) inFunctions.addFunctions(functions, toCall);
  });
  const inData = new Namespace(`lumi:${name} has no data source`, () => inData.addFunctions(data, dataSource));
  const inEphemeral = new Namespace(`lumi:${name} has no ephemeral resource`, () => {
    inEphemeral.addFunctions(ephemeral, dataSource);
  });
  const of = (member: string) => root.find(member);
  const wanted = new Set(described.parts);
  parts.forEach((part, at) => wanted.has(at) && part(of));
  if (wanted.size < parts.length) {
    rests.set(name, () => parts.forEach((part, at) => wanted.has(at) || part(of)));
  }
  return {
    data: inData.object,
    ephemeral: inEphemeral.object,
    functions: inFunctions.object,
    Provider: providerClass(owner),
  };
}

type AnyFunction = (...args: any[]) => unknown;

function dataSource(token: string): AnyFunction {
  return (args?: Inputs, options?: InvokeOptions) => lookUp(token, args, options);
}

function named(token: string): AnyFunction {
  const isSingle = ops().op_lumi_package_single(token);
  return (args?: Inputs, options?: InvokeOptions) => result(invoke(token, args, options), isSingle);
}

function positional(token: string): AnyFunction {
  return (...args) => invoke(token, { arguments: args });
}

/** Functions with a single result answer an object with one member. */
function result(answer: Property<any>, isSingle: boolean): unknown {
  return isSingle ? answer.then((members: object) => Object.values(members)[0]) : answer;
}

function called(name: string, made: AnyFunction): AnyFunction {
  return Object.defineProperty(made, "name", { value: name });
}

/** The methods of a class by name; none if its kind has none. */
function methodsOf(token: string, kind: string): [string, AnyFunction][] {
  if (!kind.includes("m")) return [];
  const pairs = ops().op_lumi_package_methods(token);
  const methods: [string, AnyFunction][] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const method = pairs[at + 1]!;
    const isSingle = ops().op_lumi_package_single(method);
    methods.push([pairs[at]!, function (this: Resource, args?: Inputs) {
      return result(call(method, this, args), isSingle);
    }]);
  }
  return methods;
}

function enumOf(token: string): object {
  return Object.freeze(Object.fromEntries(ops().op_lumi_package_enum(token)));
}

/** Members by name, each of which is made when it is first read; another name is an error. */
class Namespace {
  private members: Map<string, (name: string) => unknown> | undefined;
  private readonly made = new Map<string, unknown>();
  private readonly inner = new Map<string, Namespace>();

  /** `problem` is the beginning of the error for a name that does not exist; `fill` adds the members. */
  constructor(private readonly problem: string, private readonly fill: () => void = () => {}) {}

  private get makers(): Map<string, (name: string) => unknown> {
    if (this.members === undefined) {
      this.members = new Map();
      this.fill();
    }
    return this.members;
  }

  /** Adds functions by name and token, flat. */
  addFunctions(pairs: readonly string[], make: (token: string) => AnyFunction): void {
    for (let at = 0; at < pairs.length; at += 2) {
      const token = pairs[at + 1]!;
      this.add(pairs[at]!, (own) => called(own, make(token)));
    }
  }

  /** Adds a member at a path such as `s3.Bucket`. */
  add(path: string, make: (name: string) => unknown): void {
    const dot = path.indexOf(".");
    if (dot < 0) {
      this.makers.set(path, make);
      return;
    }
    const name = path.slice(0, dot);
    let inner = this.inner.get(name);
    if (inner === undefined) {
      const created = new Namespace(this.problem.replace(/ has no.*$/, `.${name} has no`));
      this.inner.set(name, inner = created);
      this.makers.set(name, () => created.object);
    }
    inner.add(path.slice(dot + 1), make);
  }

  find(name: string): unknown {
    const make = this.makers.get(name);
    if (make === undefined) return undefined;
    let found = this.made.get(name);
    if (found === undefined) this.made.set(name, found = make(name));
    return found;
  }

  get object(): object {
    return new Proxy(Object.create(null) as object, {
      get: (_, key) => {
        if (typeof key !== "string") return undefined;
        const found = this.find(key);
        if (found !== undefined || key === "then" || key === "toJSON") return found;
        const nearest = nearestName(key, this.makers.keys());
        throw new TypeError(
          `${this.problem} "${key}"${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`,
        );
      },
      has: (_, key) => typeof key === "string" && this.makers.has(key),
      ownKeys: () => [...this.makers.keys()],
      getOwnPropertyDescriptor: (_, key) => {
        if (typeof key !== "string" || !this.makers.has(key)) return undefined;
        return { value: this.find(key), enumerable: true, configurable: true, writable: false };
      },
      set: () => false,
      defineProperty: () => false,
    });
  }
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
