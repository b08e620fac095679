// The registration of a resource: waits for its inputs, then registers or reads it.

import { State } from "../cell/cell.ts";
import { DependsOn, visitTree } from "./depends_on.ts";
import { checkInputs } from "../data/described_packages.ts";
import { attachSerial, Failure } from "../data/failure.ts";
import type { Flattening } from "./flattening.ts";
import { namesOf, type ResourceHooks } from "./hook.ts";
import type { PendingSlot } from "../cell/pending_slot.ts";
import { trackRegistration } from "../session/track_registration.ts";
import { nativeMonitor } from "../protocol/monitor.ts";
import { Kind, type OptionsWire, type Serial, type Wire } from "../protocol/ops.ts";
import { serialsOfStates } from "./option_flattening.ts";
import type { RegistrationCode } from "./registration_code.ts";
import { ReplacementTrigger } from "./replacement_trigger.ts";
import type { ResourceState } from "./resource_state.ts";
import { messageOf } from "../data/value_error.ts";
import { PendingOperation } from "./pending_operation.ts";

/** The facts about a resource at the end of its constructor. */
export interface Declaration {
  inputs: Record<string, Wire>;
  options: OptionsWire | null;
  provider: ResourceState | undefined;
  dependsOn: unknown;
  /** The resources whose replacement replaces this one. */
  replaceWith: readonly ResourceState[];
  replacementTrigger: unknown;
  hooks: ResourceHooks | undefined;
  /** The id of a resource to read instead of registering a new one, as the member `id`. */
  read: { id: Wire } | null;
  code: RegistrationCode | null;
}

export class Registration extends PendingOperation {
  /** Unresolved `dependsOn`, if any. */
  private dependsOn: DependsOn | null = null;
  /** A `replacementTrigger` that is not whole yet, if any. */
  private trigger: ReplacementTrigger | null = null;

  constructor(
    readonly state: ResourceState,
    flattening: Flattening,
    private readonly declaration: Declaration,
  ) {
    super(state.session, flattening);
    const { parent } = state;
    if (parent !== null && !parent.isSent) flattening.await("options.parent", parent.sent);
    const { provider } = declaration;
    if (provider !== undefined && !provider.isAnswered) {
      flattening.await("options.provider", provider.answered);
    }
    // The host of a `deletedWith` resource must exist first, because it is replaced with its
    // guests.
    const { deletedWith } = state.inheritance;
    if (deletedWith !== undefined && deletedWith !== state && !deletedWith.isAnswered) {
      flattening.await("options.deletedWith", deletedWith.answered);
    }
    if (declaration.code !== null) flattening.await("options.provider", declaration.code.ready);
    if (declaration.dependsOn !== undefined) this.readDependsOn(declaration.dependsOn);
    this.replaceWith(declaration.replaceWith);
    const { replacementTrigger } = declaration;
    if (replacementTrigger === undefined || replacementTrigger === null) return;
    this.trigger = new ReplacementTrigger(replacementTrigger, state.owner);
    this.readTrigger();
  }

  override start(): void {
    const { state, declaration } = this;
    // Their names contain the URN, which is known from the declaration on.
    if (declaration.hooks !== undefined) {
      (declaration.options ??= {}).hooks = namesOf(declaration.hooks, state.session.monitor.urn(state.serial));
    }
    super.start();
  }

  get serial(): Serial {
    return this.state.serial;
  }

  /** Records resources whose unknown outputs may hide this resource from the next plan. */
  addDependencies(serials: Serial[]): void {
    // Plan-only runs and mocked runs store nothing for later plans.
    const { monitor, plan } = this.session;
    if (serials.length === 0 || plan !== null || monitor !== nativeMonitor) return;
    (this.declaration.options ??= {}).declaredAfter = serials;
  }

  protected override review(): void {
    const { dependsOn } = this;
    this.dependsOn = null;
    if (dependsOn !== null) this.depend(dependsOn.resolve());
    if (this.trigger === null) return;
    this.trigger.fill();
    this.readTrigger();
  }

  /** Waits for what the trigger is made of, or takes its value. */
  private readTrigger(): void {
    const { trigger, flattening } = this;
    const cells = trigger!.cells;
    for (const cell of cells) flattening.await("options.replacementTrigger", cell);
    if (cells.length > 0) return;
    this.trigger = null;
    (this.declaration.options ??= {}).replacementTrigger = trigger!.value;
  }

  /** Partners are replaced first, so they are dependencies. */
  private replaceWith(states: readonly ResourceState[]): void {
    if (states.length === 0) return;
    this.use(serialsOfStates(states));
    this.declaration.options!.replaceWith = serialsOfStates(states);
    for (const { answered } of states) this.flattening.await("options.replaceWith", answered);
  }

  protected override proceed(): void {
    const { state, session, declaration, flattening } = this;
    const { inputs, read, code } = declaration;
    if (code !== null) this.use(code.attach(state));
    if (state.kind !== Kind.Component) {
      checkInputs(state.type, state.owner, read !== null, inputs, session.plan === null);
    }
    const { options } = declaration;
    const request = { serial: state.serial, inputs, edges: flattening.edges, options };
    state.markSent();
    const { monitor, plan } = session;
    const isPlain = options === null && flattening.isPlain && state.kind !== Kind.Remote;
    if (read !== null) trackRegistration(state, monitor.read(request, read.id));
    else if (plan === null || !isPlain) trackRegistration(state, monitor.register(request));
    else plan.add(state, request, flattening.holes);
  }

  protected override fail(failure: Failure, slot: PendingSlot | null): void {
    const { state } = this;
    attachSerial(failure.error, state.serial);
    this.abandon(failure, slot);
    const said = messageOf(failure.error);
    // An error about the inputs names the resource itself.
    if (slot === null && said.startsWith(`${state.owner}: `)) return state.fail(failure);
    const what = slot === null ? "" : ` because ${placeOf(slot)} failed`;
    const message = `${state.owner} was not registered${what}: ${said}`;
    const error = new Error(message, { cause: failure.error });
    attachSerial(error, state.serial);
    state.fail(new Failure(error, failure));
  }

  /** Tells the engine that the resource is still declared, and why it is not registered. */
  private abandon(failure: Failure, slot: PendingSlot | null): void {
    const { state, session, declaration } = this;
    if (!state.continuesOnError) return;
    const origin = slot === null ? undefined : failure.origin;
    const cause = origin === undefined ? "" : session.resources[origin]?.name ?? "";
    session.monitor.abandon?.(state.serial, declaration.options, cause);
  }

  private readDependsOn(value: unknown): void {
    const dependsOn = new DependsOn(value, this.state);
    if (dependsOn.isEmpty) return;
    const open = dependsOn.cells.filter((cell) => cell.state !== State.Settled);
    if (open.length === 0) return this.depend(dependsOn.resolve());
    this.dependsOn = dependsOn;
    for (const cell of open) this.flattening.await("options.dependsOn", cell);
  }

  private depend(states: readonly ResourceState[]): void {
    if (states.length === 0) return;
    this.use(serialsOfStates(states));
    for (const state of states) this.awaitTree(state);
  }

  private use(serials: readonly Serial[]): void {
    if (serials.length === 0) return;
    const options = (this.declaration.options ??= {});
    options.dependsOn = [...new Set([...(options.dependsOn ?? []), ...serials])];
  }

  /**
   * Waits for a component: for all of its children, except for those that wait for the component.
   */
  private awaitTree(state: ResourceState): void {
    visitTree(state, (state) => {
      if (state === this.state) return false;
      if (!state.isAnswered) this.flattening.await("options.dependsOn", state.answered);
      return !state.contains(this.state);
    });
  }
}

function placeOf({ path }: PendingSlot): string {
  return path.startsWith("options.") ? `its ${path.replace(".", " ")}` : `its input "${path}"`;
}
