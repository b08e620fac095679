// The base class of components: a node in the tree of resources, which a target makes real.

import type { ResourceClient } from "../property/client.ts";
import type { Inputs } from "../property/property_types.ts";
import { ComponentResource } from "../resource/component_resource.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { stateOf } from "../resource/resource_state.ts";
import { session } from "../session/session.ts";
import type { ComponentSpec, Infra } from "./contract.ts";
import { infraClassOf } from "./target.ts";

const infras = new WeakMap<object, Infra>();
/** The methods of clients, by the prototype of a class, or by the component that has methods of its own. */
const methods = new WeakMap<object, readonly string[]>();

/**
 * A component of an application, which the infra class of the stack's target makes real. The classes of `lumi/cloud` extend
 * it, and so can others: the constructor ends with `this.realise(...)`.
 */
export class Component extends ComponentResource {
  /** The name of the component's class in targets. */
  readonly #component: string;
  readonly #name: string;

  constructor(component: string, name: string, inputs?: Inputs, options?: ComponentResourceOptions) {
    checkName(component, name);
    // Fails before anything is declared.
    infraClassOf(component, name);
    takeName(component, name);
    super(`lumi:cloud:${component}`, name, inputs, options);
    this.#component = component;
    this.#name = name;
  }

  /** Lets the target make the component real. `spec` is what its infra classes get besides the name and the component. */
  protected realise<Made extends Infra>(spec: object = {}): Made {
    const infraClass = infraClassOf(this.#component, this.#name);
    const own: ComponentSpec = { name: this.#name, component: this };
    const infra = new infraClass({ ...spec, ...own }) as Made;
    infras.set(stateOf(this)!, infra);
    componentsOfSession().set(keyOf(this.#component, this.#name), this);
    stateOf(this)!.client = infra.client as ResourceClient | undefined;
    this.registerOutputs(infra.outputs ?? {});
    return infra;
  }
}

/** The components of each session by their short type, such as `lumi.Queue`, and name; null until they are realised. */
const components = new WeakMap<object, Map<string, object | null>>();

function componentsOfSession(): Map<string, object | null> {
  const known = components.get(session()) ?? new Map<string, object | null>();
  components.set(session(), known);
  return known;
}

/** The component of a short type and a name; undefined if there is none. */
export function componentOf(shortType: string, name: string): object | undefined {
  return componentsOfSession().get(`${shortType} ${name}`) ?? undefined;
}

const keyOf = (component: string, name: string) => `lumi.${component} ${name}`;

/** Names are those of queues, tables and functions of the target, whatever the parents of components are. */
function takeName(component: string, name: string): void {
  const taken = componentsOfSession();
  const key = keyOf(component, name);
  if (taken.has(key)) {
    throw new TypeError(
      `there are two components ${component} "${name}": names must differ in the whole stack, also those of functions that ` +
        "subscriptions, routers and schedules make",
    );
  }
  taken.set(key, null);
}

/** The infra object of a component; undefined for other resources. */
export function infraOf(component: object): Infra | undefined {
  const state = stateOf(component);
  return state === undefined ? undefined : infras.get(state);
}

/** The methods that the client of a component may have. */
export function methodsOf(component: object): readonly string[] {
  for (let at = component; at !== null; at = Object.getPrototypeOf(at)) {
    const own = methods.get(at);
    if (own !== undefined) return own;
  }
  return [];
}

/**
 * Declares the methods of a component's client. They are for code that runs on the target; called by the program, which only
 * describes what is to be there, they say so.
 */
export function onlyInFunctions<Class extends { readonly prototype: object; readonly name: string }>(
  type: Class,
  ...names: (keyof Class["prototype"] & string)[]
): void {
  declareMethods(type.prototype, type.name, names);
}

/** Declares the methods of the clients of one component, or of all that inherit from a prototype. */
export function declareMethods(owner: object, component: string, names: readonly string[]): void {
  methods.set(owner, names);
  for (const name of names) {
    const value = () => {
      throw new TypeError(`${component}.${name}() works inside of functions, not in the program: nothing is there yet`);
    };
    Object.defineProperty(owner, name, { value });
  }
}

/** Throws an error about a component, whose sentence ends with `problem`. */
export type Refusal = (problem: string) => never;

/** The refusal of a component, such as the Site `name`. */
export const refusalOf = (component: string, name: string): Refusal => (problem) => {
  throw new TypeError(`the ${component} "${name}" ${problem}`);
};

/** Names are part of URLs, files and names of the platform; these are valid on every target. */
export function checkName(component: string, name: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return;
  throw new TypeError(
    `the ${component} ${JSON.stringify(name)} needs another name: up to 63 small letters, digits and hyphens`,
  );
}
