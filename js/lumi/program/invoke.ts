// Functions of providers (`invoke`) and methods of resources (`call`).

import { Cell } from "../cell/cell.ts";
import { checkArguments } from "../data/described_packages.ts";
import { joinDependencies } from "../data/dependencies.ts";
import { attachPosition, Failure } from "../data/failure.ts";
import { DependsOn, visitTree } from "../resource/depends_on.ts";
import { Flattening } from "../resource/flattening.ts";
import { Kind, unknown, type Wire } from "../protocol/ops.ts";
import { requireResource } from "../resource/require_resource.ts";
import { propertyOf } from "../property/property.ts";
import type { Input, Inputs, Property } from "../property/property_types.ts";
import type { ProviderResource } from "../resource/provider_resource.ts";
import type { Resource } from "../resource/resource.ts";
import { type ResourceState, statesOf } from "../resource/resource_state.ts";
import { type Session, session } from "../session/session.ts";
import { beginCall, endCall } from "../session/track_registration.ts";
import { captureCallerStack } from "../data/value_error.ts";
import { PendingOperation } from "../resource/pending_operation.ts";
import { fromWire } from "../property/wire.ts";
import { nearestName } from "../data/nearest_name.ts";

export interface InvokeOptions {
  /** The resource whose providers are used. */
  parent?: Resource | undefined;
  provider?: ProviderResource | undefined;
  /** The version of the provider's package. */
  version?: string | undefined;
  /**
   * Resources that must exist before the call, besides the sources of its arguments. In a plan that is about to make
   * one of them, the result is unknown.
   */
  dependsOn?: Input<Resource | readonly Input<Resource>[]> | undefined;
}

/** Calls the function `token` of a provider. The result has the dependencies of the arguments. */
export function invoke<T = any>(token: string, args?: Inputs, options: InvokeOptions = {}): Property<T> {
  return evaluate(invoke, token, args, options, false);
}

/**
 * Calls a function that looks something up. Where an argument comes from an object that a plan is about to make, the
 * result is unknown in that plan.
 */
export function lookUp<T = any>(token: string, args?: Inputs, options: InvokeOptions = {}): Property<T> {
  return evaluate(lookUp, token, args, options, true);
}

function evaluate<T>(
  entry: unknown,
  token: string,
  args: Inputs | undefined,
  options: InvokeOptions,
  needsObjects: boolean,
): Property<T> {
  requireToken(token, "invoke");
  const owner = `invoke "${token}"`;
  for (const key of Object.keys(options)) checkOption(key, owner);
  const provider = providerFor(token, options, owner);
  const answer = new AnswerCell(owner, token.split(":")[1] === "ephemeral");
  start(
    entry,
    args,
    answer,
    provider,
    (monitor, wire, isEarly) => {
      checkArguments(token, owner, wire);
      if (isEarly && needsObjects) return Promise.resolve(unknown);
      return monitor.invoke(token, wire, provider?.serial ?? -1, options.version ?? "");
    },
    options.dependsOn,
  );
  return propertyOf(answer);
}

/** Calls the method `token` of a resource. */
export function call<T = any>(token: string, resource: Resource, args?: Inputs): Property<T> {
  requireToken(token, "call");
  const owner = `call "${token}"`;
  const self = requireResource(resource, "resource", { owner });
  const answer = new AnswerCell(owner);
  answer.dependencies = self.serial;
  start(call, args, answer, self, async (monitor, wire) => {
    checkArguments(token, owner, wire);
    return monitor.call(token, self.serial, wire);
  });
  return propertyOf(answer);
}

function start(
  entry: unknown,
  args: Inputs | undefined,
  answer: AnswerCell,
  resource: ResourceState | undefined,
  send: Send,
  dependsOn?: unknown,
): void {
  let invocation: Invocation;
  try {
    invocation = new Invocation(session(), args, answer, resource, send);
    invocation.readDependsOn(dependsOn);
  } catch (error) {
    throw captureCallerStack(error, entry);
  }
  invocation.start();
}

function requireToken(token: unknown, what: string): void {
  if (typeof token !== "string" || token === "") {
    throw new TypeError(`the first argument of ${what} must be a token such as "aws:ec2:getAmi"`);
  }
}

const optionKeys = ["parent", "provider", "version", "dependsOn"];

function checkOption(key: string, owner: string): void {
  if (optionKeys.includes(key)) return;
  const nearest = nearestName(key, optionKeys);
  throw new TypeError(
    `${owner} has no option "${key}"${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`,
  );
}

function providerFor(
  token: string,
  { parent, provider }: InvokeOptions,
  owner: string,
): ResourceState | undefined {
  if (provider !== undefined) return requireResource(provider, "provider", { owner });
  if (parent === undefined) return undefined;
  const { providers } = requireResource(parent, "parent", { owner }).inheritance;
  const name = token.slice(0, token.indexOf(":"));
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

class AnswerCell extends Cell {
  /** `takesEphemeral`: whether the arguments may be ephemeral. */
  constructor(readonly owner: string, readonly takesEphemeral = false) {
    super();
  }

  override get origin(): Cell {
    return this;
  }

  override place() {
    return { serial: -1, path: this.owner };
  }
}

/** `isEarly`: an argument comes from an object that does not exist yet. */
type Send = (monitor: Session["monitor"], args: Record<string, Wire>, isEarly: boolean) => Promise<Wire>;

class Invocation extends PendingOperation {
  readonly serial = -1;
  private readonly args: Record<string, Wire>;
  /** The source position of the call. */
  private readonly position: string;
  /** Unresolved `dependsOn`, if any. */
  private dependsOn: DependsOn | null = null;
  /** The resources of `dependsOn`, with the children of components. */
  private readonly needed: ResourceState[] = [];

  constructor(
    session: Session,
    args: Inputs | undefined,
    private readonly answer: AnswerCell,
    resource: ResourceState | undefined,
    private readonly send: Send,
  ) {
    super(session, new Flattening({ noun: "argument", owner: answer.owner, takesEphemeral: answer.takesEphemeral }));
    this.args = this.flattening.members(args);
    this.position = session.monitor.position?.() ?? "";
    if (resource !== undefined && !resource.isAnswered) {
      this.flattening.await(answer.owner, resource.answered);
    }
  }

  /** Reads the option `dependsOn`, before the call starts. */
  readDependsOn(value: unknown): void {
    if (value === undefined) return;
    this.dependsOn = new DependsOn(value, { session: this.session, owner: this.answer.owner });
    for (const cell of this.dependsOn.cells) this.flattening.await(this.answer.owner, cell);
  }

  protected override review(): void {
    const { dependsOn } = this;
    this.dependsOn = null;
    for (const state of dependsOn?.resolve() ?? []) {
      visitTree(state, (state) => {
        if (!state.isAnswered) this.flattening.await(this.answer.owner, state.answered);
        this.needed.push(state);
        return true;
      });
    }
  }

  override describe(path: string): string {
    const { owner } = this.answer;
    return path === owner ? path : `${owner}, argument "${path}"`;
  }

  protected override proceed(): void {
    const { answer, flattening, session } = this;
    const serials = flattening.edges.filter((edge) => typeof edge === "number");
    serials.push(...this.needed.map((state) => state.serial));
    answer.dependencies = joinDependencies(answer.dependencies, serials.length === 0 ? null : serials);
    answer.isSecret = flattening.hasSecret;
    const isEarly = serials.some((serial) => statesOf(session)[serial]?.isYetToBeMade);
    const isLate = this.needed.some((state) => state.kind !== Kind.Component && state.isYetToBeMade);
    if (this.needed.some((state) => state.hasPlannedOutputs)) session.notePlannedOutputs();
    if (isLate) return answer.settleHole(answer);
    const sent = this.send(session.monitor, this.args, isEarly);
    beginCall();
    sent.then(
      (wire) => {
        endCall();
        if (wire === unknown) answer.settleHole(answer);
        else answer.settle(fromWire(wire, answer, session));
      },
      (error) => {
        endCall();
        attachPosition(error, this.position);
        answer.fail(new Failure(error));
      },
    );
  }

  protected override fail(failure: Failure): void {
    this.answer.fail(failure);
  }
}
