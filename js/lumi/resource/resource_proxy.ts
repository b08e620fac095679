// The proxy of a resource: names that are not members of the class are outputs.

import { Kind } from "../protocol/ops.ts";
import { propertyOf } from "../property/property.ts";
import { STATE } from "../cell/resource_key.ts";
import { stateOf } from "./resource_state.ts";

const { get: reflectGet, set: reflectSet, defineProperty: reflectDefine } = Reflect;

/** Promises and JSON read these members of every object. */
function isReserved(key: string): boolean {
  return key === "then" || key === "toJSON" || key === "constructor";
}

const handler: ProxyHandler<object> = {
  get(target, key, receiver) {
    // The getter needs the target itself.
    if (key === STATE) return stateOf(target);
    if (typeof key === "symbol" || isReserved(key)) return reflectGet(target, key, receiver);
    if (!(key in target)) return propertyOf(stateOf(target)!.output(key));
    const value = reflectGet(target, key, receiver);
    // A declared but unassigned field of a component that has an output of this name.
    const isOutput = value === undefined && stateOf(target)!.hasComponentOutput(key);
    return isOutput ? propertyOf(stateOf(target)!.output(key)) : value;
  },

  set(target, key, value, receiver) {
    // Bypasses the trap below: an explicit assignment of undefined counts.
    return reflectSet(target, key, value, value === undefined ? target : receiver);
  },

  // With some compiler settings, `readonly arn!: Property<string>` in a class defines the member as
  // undefined, which must not hide the output. Components do have such fields.
  defineProperty(target, key, descriptor) {
    const isTyping = "value" in descriptor && descriptor.value === undefined && typeof key === "string" &&
      !(key in target) && stateOf(target)!.kind !== Kind.Component;
    return isTyping || reflectDefine(target, key, descriptor);
  },
};

export function resourceProxy<T extends object>(resource: T): T {
  return new Proxy(resource, handler) as T;
}
