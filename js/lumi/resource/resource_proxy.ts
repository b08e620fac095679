// The proxy around every resource: names that are not members of the class are its outputs.

import { Kind } from "../protocol/ops.ts";
import { propertyOf } from "../property/property.ts";
import { STATE } from "../cell/resource_key.ts";
import { stateOf } from "./resource_state.ts";

const { get: reflectGet, set: reflectSet, defineProperty: reflectDefine } = Reflect;

/** Promises and JSON ask every object for these. */
function isReserved(key: string): boolean {
  return key === "then" || key === "toJSON" || key === "constructor";
}

const handler: ProxyHandler<object> = {
  get(target, key, receiver) {
    // Its getter needs the target itself.
    if (key === STATE) return stateOf(target);
    if (typeof key === "symbol" || isReserved(key)) return reflectGet(target, key, receiver);
    if (!(key in target)) return propertyOf(stateOf(target)!.output(key));
    const value = reflectGet(target, key, receiver);
    // A declared but never assigned field of a component that registered an output of this name.
    const isOutput = value === undefined && stateOf(target)!.hasComponentOutput(key);
    return isOutput ? propertyOf(stateOf(target)!.output(key)) : value;
  },

  set(target, key, value, receiver) {
    // Past the trap below: an assignment of undefined means it.
    return reflectSet(target, key, value, value === undefined ? target : receiver);
  },

  // `readonly arn!: Property<string>` in a class becomes a definition as undefined, depending on
  // the compiler. It must not hide the output it only describes. Components do have such fields.
  defineProperty(target, key, descriptor) {
    const isTyping = "value" in descriptor && descriptor.value === undefined && typeof key === "string" &&
      !(key in target) && stateOf(target)!.kind !== Kind.Component;
    return isTyping || reflectDefine(target, key, descriptor);
  },
};

export function resourceProxy<T extends object>(resource: T): T {
  return new Proxy(resource, handler) as T;
}
