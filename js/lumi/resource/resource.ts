// Resource: the base class of all resources, and their declaration.

import { cellOf } from "../cell/cell.ts";
import { Flattening } from "./flattening.ts";
import { inherit } from "./inheritance.ts";
import { inspectKeys } from "../property/inspect.ts";
import { isGroup, type Kind, type Wire } from "../protocol/ops.ts";
import { checkHooks } from "./hook.ts";
import { flattenOptions, providerOf, replaceWithOf } from "./option_flattening.ts";
import { requireResource } from "./require_resource.ts";
import type { Input, Inputs, Property } from "../property/property_types.ts";
import { propertyOf } from "../property/property.ts";
import { Registration } from "./registration.ts";
import type { RegistrationCode } from "./registration_code.ts";
import { type ResourceMark, STATE } from "../cell/resource_key.ts";
import { checkOptions, noOptions } from "./checked_options.ts";
import { checkSecretOutputs, pathsOf, warnOfPaths } from "./option_paths.ts";
import { resourceProxy } from "./resource_proxy.ts";
import { ResourceState, stateOf } from "./resource_state.ts";
import { session } from "../session/session.ts";
import { applyTransforms, stackTransforms } from "./transform.ts";
import { captureCallerStack, ValueError } from "../data/value_error.ts";

/** @internal Arguments that a class of the SDK adds to those of the program. */
export class ResourceKindSpec {
  constructor(
    readonly kind: Kind,
    /** The id of an existing resource to read instead of registering one. */
    readonly readId?: Input<string>,
    /** Returns the code that manages the resource. */
    readonly codeOf?: (state: ResourceState) => RegistrationCode,
    /** The type whose outputs the resource has, if that is not its own. */
    readonly describedType?: string,
  ) {}
}

// The mark by which Properties recognise a resource.
export interface Resource extends ResourceMark {}

/**
 * Base class of everything that a program declares. Use `CustomResource`, `ComponentResource` or
 * `ProviderResource`.
 */
export abstract class Resource {
  // A private field: reads are cheaper than through a symbol. Other modules use the getter.
  readonly #state: ResourceState;

  /** @internal */
  constructor(type: string, name: string, inputs: Inputs | undefined, options: unknown, plan: ResourceKindSpec) {
    let registration: Registration;
    try {
      registration = prepare(new.target, type, name, inputs, options, plan);
      const { kind, parent, session } = registration.state;
      const parentSerial = parent === null ? -1 : parent.serial;
      // Inline instead of in a function: see `declare` of monitor.ts.
      const serial = session.monitor.declare(type, name, kind, parentSerial, classesOf(new.target));
      registration.state.begin(serial);
      registration.addDependencies(session.unseen.causes(serial));
      // They were checked: `prepare` has accepted them.
      if (options) warnOfPaths(options, registration.state);
    } catch (error) {
      throw captureCallerStack(error, Resource);
    }
    const { state } = registration;
    this.#state = state;
    const proxy = resourceProxy(this);
    state.resource = proxy;
    registration.start();
    return proxy;
  }

  /** @internal */
  get [STATE](): ResourceState {
    return this.#state;
  }

  /** The URN of this resource; known at once. */
  get urn(): Property<string> {
    return propertyOf(stateOf(this)!.urn);
  }

  /** Whether a value is a resource of any class. */
  static isInstance(value: unknown): value is Resource {
    return typeof value === "object" && value !== null && stateOf(value) !== undefined;
  }
}

/** @internal */
export type AnyClass = abstract new (...args: any[]) => object;

/** Prepares everything that does not need the serial. */
function prepare(
  target: AnyClass,
  type: string,
  name: string,
  givenInputs: Inputs | undefined,
  givenOptions: unknown,
  { kind, readId, codeOf, describedType }: ResourceKindSpec,
): Registration {
  requireText(type, "type", target);
  requireText(name, "name", target);
  const current = session();
  const transforms = stackTransforms(current);
  const owner = () => `resource "${name}" (${type})`;
  let inputs = givenInputs ?? {};
  const given = checkOptions(givenOptions, kind, owner);
  let options = given;
  const parent = options.parent === undefined || options.parent === null
    ? null
    : requireResource(options.parent, "parent", { owner: owner() });
  let inheritance = inherit(options, parent, owner);
  if (inheritance.transforms.length > 0 || transforms.length > 0) {
    const args = { type, name, custom: !isGroup(kind), inputs, options: { ...options } };
    const result = applyTransforms(args, [...inheritance.transforms, ...transforms]);
    inputs = result.inputs;
    options = checkOptions(result.options, kind, owner);
    inheritance = inherit(options, parent, owner);
  }
  const state = new ResourceState(current, type, name, kind, parent, inheritance);
  if (describedType !== undefined) state.describedType = describedType;
  const flattening = new Flattening(state);
  state.inputs = flattening.members(inputs);
  if (given.additionalSecretOutputs !== undefined) checkSecretOutputs(given, type, owner);
  state.secretOutputs = options.additionalSecretOutputs;
  if (options !== noOptions && isGroup(kind)) state.optionPaths = pathsOf(options);
  return new Registration(state, flattening, {
    inputs: state.inputs,
    options: flattenOptions(options, state),
    provider: providerOf(options, state),
    dependsOn: options.dependsOn,
    replaceWith: replaceWithOf(options, state),
    replacementTrigger: options.replacementTrigger,
    hooks: options.hooks === undefined ? undefined : checkHooks(options.hooks, state.owner),
    read: readId === undefined ? null : flattening.members({ id: readId }) as { id: Wire },
    code: codeOf === undefined ? null : codeOf(state),
  });
}

function requireText(value: unknown, what: string, target: AnyClass): void {
  if (typeof value === "string" && value !== "") return;
  const name = target.name || "resource";
  if (cellOf(value) !== undefined) {
    throw new ValueError(
      `the ${what} of a new ${name} must be a string, not a Property, whose value may not be known yet; ` +
        `choose a text, or create the resource inside property.then((${what}) => ...)`,
    );
  }
  const shown = value === "" ? "an empty one" : value === null ? "null" : `a value of type ${typeof value}`;
  throw new ValueError(`the ${what} of a new ${name} must be a string, not ${shown}`);
}

const noClasses: string[] = [];
const classesByTarget = new WeakMap<AnyClass, string[]>();
const ownClasses = new WeakSet<AnyClass>();

const typesByClass = new WeakMap<AnyClass, string>();

/** @internal Marks a class of the SDK, maybe one of a type: the position of a resource is above its constructor. */
export function markSdkClass(target: AnyClass, type?: string): void {
  ownClasses.add(target);
  if (type !== undefined) typesByClass.set(target, type);
}

/** @internal The type of the resources of a class; undefined if only its constructor knows it. */
export function typeOfClass(target: AnyClass): string | undefined {
  for (let above = target; typeof above === "function"; above = Object.getPrototypeOf(above)) {
    const type = typesByClass.get(above);
    if (type !== undefined) return type;
  }
  return undefined;
}

/** The names of the program's own classes, from `target` upwards. */
function classesOf(target: AnyClass): string[] {
  if (ownClasses.has(target)) return noClasses;
  let names = classesByTarget.get(target);
  if (names === undefined) {
    names = [];
    for (let above = target; !ownClasses.has(above); above = Object.getPrototypeOf(above)) {
      names.push(above.name);
    }
    classesByTarget.set(target, names);
  }
  return names;
}

for (const key of inspectKeys) {
  const value = function (this: Resource) {
    const { name, type } = stateOf(this)!;
    return `${this.constructor.name} ${JSON.stringify(name)} (${type})`;
  };
  Object.defineProperty(Resource.prototype, key, { value });
}
