import { plain, type Values } from "../value/value.js";
import type { Cell, Data } from "./cell.js";
import { Draft } from "./draft.js";
import { Failure, ResourceError } from "./failure.js";
import { Stopping } from "./monitor.js";
import { optionValues, providerOf, required, type ResourceOptions } from "./options.js";
import { Waiter } from "./session.js";
import type { ResourceState } from "./state.js";

/** One resource on its way to lumi: it waits for its inputs, then it is registered or read. */
export class Registration {
  readonly #state: ResourceState;
  readonly #inputs: Draft;
  readonly #read: Draft | undefined;
  readonly #options: Values;
  readonly #provider: ResourceState | undefined;
  readonly #dependsOn: ResourceState[];

  constructor(state: ResourceState, inputs: Data, options: ResourceOptions, readId: Data) {
    const { session, owner } = state;
    this.#state = state;
    this.#inputs = new Draft(session, inputs, "input", owner);
    this.#read = readId === undefined ? undefined : new Draft(session, { id: readId }, "input", owner);
    this.#options = optionValues(options, state.kind, state.inheritance, owner);
    this.#provider = providerOf(options, state);
    this.#dependsOn = [options.dependsOn ?? []].flat().map((it) => required(it, "dependsOn", owner));
    state.secretOutputs = options.additionalSecretOutputs ?? [];
  }

  start(): void {
    const { session, owner } = this.#state;
    new Waiter(session, owner, () => this.#cells(), () => this.#proceed(),
      (failure, error) => this.#fail(failure, error));
  }

  #cells(): Cell[] {
    const cells = [...this.#inputs.cells(), ...this.#read?.cells() ?? []];
    if (this.#state.parent !== undefined) cells.push(this.#state.parent.sent);
    if (this.#provider !== undefined) cells.push(this.#provider.answered);
    return [...cells, ...this.#dependsOn.flatMap((it) => this.#tree(it))];
  }

  /** A component is there when all of its children are, but for those that wait for it. */
  #tree(needed: ResourceState): Cell[] {
    if (needed === this.#state) return [];
    const children = needed.kind === "component" && !needed.contains(this.#state) ? needed.children : [];
    return [needed.answered, ...children.flatMap((child) => this.#tree(child))];
  }

  #proceed(): void {
    const state = this.#state;
    state.inputs = this.#inputs.finish();
    const goal = {
      state,
      dependencies: this.#inputs.dependencies,
      dependsOn: [...new Set(this.#dependsOn.map((it) => it.urn))],
      provider: this.#provider,
      options: this.#options,
      readId: this.#read === undefined ? undefined : plain(this.#read.finish().id),
    };
    const refuse = (error: unknown) => {
      if (error instanceof Stopping) throw error;
      state.fail(new Failure(state.session, error, state.at));
    };
    void state.session.monitor.register(goal).then((answer) => state.accept(answer), refuse);
    state.sent.settle(null);
  }

  /** It cannot even be asked for. */
  #fail(failure: Failure | undefined, error: unknown): void {
    const { session, owner, urn, at } = this.#state;
    if (failure === undefined) return this.#state.fail(new Failure(session, error, at));
    const path = this.#inputs.pathOf(failure);
    const what = `${owner} was not registered because ${path === "" ? "what it needs" : `its input "${path}"`} failed`;
    const message = failure.isSecret
      ? what
      : `${what}: ${failure.error instanceof Error ? failure.error.message : failure.error}`;
    this.#state.fail(new Failure(session, new ResourceError(message, urn), at, failure));
  }
}
