/** What a program declares: resources, components and providers. */
import { Secret, Unknown, type Values } from "../value/value.js";
import { Cell, type Data } from "./cell.js";
import { Draft } from "./draft.js";
import { Failure, LumiError } from "./failure.js";
import { checkOptions, inherited, required, type ResourceOptions } from "./options.js";
import { cellOf, type Input, type Output, outputOf } from "./output.js";
import { callerPosition, shown } from "./position.js";
import { Registration } from "./registration.js";
import { type Session, session, Waiter } from "./session.js";
import { type Kind, programData, ResourceState, setState, stateOf } from "./state.js";

/** Inputs by name; members that are `undefined` are left out. */
export type Inputs = { [name: string]: Data };

/** Anything that a program declares. */
export abstract class Resource {
  constructor(kind: Kind, type: string, name: string, inputs: Data, options: ResourceOptions = {}, readId?: Data) {
    const owner = `resource "${name}" (${type})`;
    for (const [what, text] of [["type", type], ["name", name]]) {
      if (typeof text !== "string" || text === "") {
        throw new LumiError(`the ${what} of a resource must be a text that is not empty`);
      }
    }
    checkOptions(options, owner);
    const current = session();
    const parent = options.parent === undefined ? undefined : required(options.parent, "parent", owner);
    const at = callerPosition(this);
    const state = new ResourceState(current, kind, type, name, parent, inherited(options, parent, owner), at);
    const registration = new Registration(state, inputs, options, readId);
    note(state, current);
    const resource = kind === "custom" || kind === "remote" ? new Proxy(this, outputs) : this;
    state.resource = resource;
    setState(this, state);
    setState(resource, state);
    registration.start();
    return resource;
  }

  /** The name of the resource in its stack; known at once. */
  get urn(): Output<string> {
    const state = stateOf(this)!;
    const cell = Cell.of(state.urn);
    cell.sources = [state];
    return outputOf(cell);
  }

  /** The output of a name; of a component, one that it has registered. */
  output<T = Data>(name: string): Output<T> {
    return outputOf(stateOf(this)!.output(name));
  }
}

/** Members that a class does not have are outputs. A resource cannot be awaited. */
const outputs: ProxyHandler<Resource> = {
  get(target, name, proxy) {
    if (typeof name === "symbol" || name in target || name === "then") return Reflect.get(target, name, proxy);
    return outputOf(stateOf(target)!.output(name));
  },
};

/** A resource that a provider manages. Outputs are its members; their types are documentation. */
export class CustomResource<_Outputs = Data> extends Resource {
  /** What the provider calls the resource. */
  declare readonly id: Output<string>;
  readonly [output: string]: Data;

  constructor(type: string, name: string, inputs?: Inputs, options?: ResourceOptions, readId?: Input<string>) {
    super("custom", type, name, inputs, options, readId);
  }

  /** Reads an object that exists and is not managed by this stack. */
  static get(
    type: string,
    name: string,
    id: Input<string>,
    inputs?: Inputs,
    options?: ResourceOptions,
  ): CustomResource {
    return new CustomResource(type, name, inputs, options, id);
  }
}

/** A component that the provider of its package makes, with all of its children. */
export class RemoteComponent extends Resource {
  readonly [output: string]: Data;

  constructor(type: string, name: string, inputs?: Inputs, options?: ResourceOptions) {
    super("remote", type, name, inputs, options);
  }
}

/** The settings with which one package manages resources. */
export class ProviderResource extends Resource {
  constructor(packageName: string, name: string, inputs?: Inputs, options?: ResourceOptions) {
    super("provider", packageName.includes(":") ? packageName : `lumi:providers:${packageName}`, name, inputs, options);
  }

  get id(): Output<string> {
    return this.output("id");
  }
}

/** A group of resources. A class of its own makes its children with `{ parent: this }`, and ends its constructor with `registerOutputs`. */
export class ComponentResource extends Resource {
  constructor(type: string, name: string, inputs?: Inputs, options?: ResourceOptions) {
    super("component", type, name, inputs, options);
  }

  /** Says what the outputs of the component are, once, when all children are made. */
  registerOutputs(values: Inputs = {}): void {
    const state = stateOf(this)!;
    const { session, owner } = state;
    if (state.isRegistered) throw new LumiError(`${owner} has already registered its outputs`);
    const draft = new Draft(session, values, "output", owner);
    state.setOutputs(new Map(Object.entries(values).map(([name, value]) => [name, cellOf(value)])));
    const fail = (error: unknown) => void new Failure(session, error, state.at);
    const proceed = () => void session.monitor.complete(state.urn, draft.finish()).catch(fail);
    // The failure of an output is reported once, where it began.
    const refuse = (failure: Failure | undefined, error: unknown) => failure === undefined && fail(error);
    new Waiter(session, `the outputs of ${owner}`, () => [...draft.cells(), state.sent], proceed, refuse);
  }
}

/** The outputs that another stack had when it was deployed last. */
export class StackReference extends Resource {
  constructor(name: string, stack: Input<string> = name, options?: ResourceOptions) {
    super("custom", "lumi:lumi:StackReference", name, { name: stack }, options, stack);
  }

  /** All outputs of that stack; secret if any of them is. */
  get outputs(): Output<{ [name: string]: Data }> {
    return this.output("outputs");
  }

  /** An output, or `undefined` if that stack has none of the name. */
  getOutput<T = Data>(name: string): Output<T> {
    return this.#read(name, false);
  }

  /** An output; fails if that stack has none of the name. */
  requireOutput<T = Data>(name: string): Output<T> {
    return this.#read(name, true);
  }

  #read<T>(name: string, isRequired: boolean): Output<T> {
    const [state, result] = [stateOf(this)!, new Cell()];
    result.sources = [state];
    state.answered.subscribe(({ failure }) => {
      if (failure !== undefined) return result.fail(failure);
      const plain = state.plain("outputs");
      const outputs = plain instanceof Secret ? plain.value : plain;
      result.isSecret = plain instanceof Secret;
      if (outputs instanceof Unknown) return result.settleUnknown(`the outputs of ${state.owner}`);
      const values = (outputs ?? {}) as Values;
      if (Object.hasOwn(values, name)) return result.settle(programData(values[name], result, state.session));
      if (!isRequired) return result.settle(undefined);
      const error = new LumiError(
        `stack "${state.name}" has no output "${name}"; it has ${Object.keys(values).join(", ") || "no outputs"}`,
      );
      result.fail(new Failure(state.session, error, state.at));
    });
    return outputOf(result);
  }
}

function note(state: ResourceState, { resources, facts }: Session): void {
  const first = resources.get(state.urn);
  if (first !== undefined) {
    const places = [first, state].flatMap((
      { at },
    ) => (at === undefined ? [] : `${shown(at, facts.folder)}:${at.line}:${at.column}`));
    throw new LumiError(
      `two resources have the URN ${state.urn}: at ${places.join(" and at ")}; give one of them another name`,
    );
  }
  resources.set(state.urn, state);
  state.parent?.children.push(state);
}
