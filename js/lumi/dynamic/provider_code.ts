// The code of a provider object, stored in the state so that resources can be read and deleted when
// the program no longer has the provider.

import { Cell, State } from "../cell/cell.ts";
import type { Setting } from "../cell/setting.ts";
import { capturedCell, classify } from "../closures/classes.ts";
import { AllSettled } from "../cell/all_settled.ts";
import { type Dependencies, joinDependencies, serialsOf } from "../data/dependencies.ts";
import { Kind, ops, type Serial } from "../protocol/ops.ts";
import { propertyOf } from "../property/property.ts";
import type { RegistrationCode } from "../resource/registration_code.ts";
import { type ResourceState, statesOf } from "../resource/resource_state.ts";
import { session } from "../session/session.ts";
import { settledWire } from "../resource/settled_wire.ts";
import { dynamicOps } from "./dynamic_ops.ts";
import type { ResourceProvider } from "./resource_provider.ts";

/** The code of classes whose instances have no state, by prototype. */
const byPrototype = new WeakMap<object, ProviderCode>();
const byProvider = new WeakMap<ResourceProvider, ProviderCode>();

/** A module, and the values of its imports by name. */
interface Written {
  readonly number: number;
  readonly environment: readonly (readonly [name: string, cell: Cell])[];
  /** Imports that are read from the configuration of the run that calls the code. */
  readonly settings: readonly (readonly [name: string, setting: Setting])[];
}

export class ProviderCode implements RegistrationCode {
  readonly ready = new Cell();
  private written: Written | null = null;

  private constructor(private readonly provider: ResourceProvider, private readonly user: ResourceState) {
    // Later, as for other closures: providers may use declarations further below.
    Promise.resolve().then(() => this.write());
  }

  /** `user` is a resource of the provider. */
  static of(provider: ResourceProvider, user: ResourceState): ProviderCode {
    const prototype = Object.getPrototypeOf(provider) as object;
    const isBlank = Reflect.ownKeys(provider).length === 0 && isClass(prototype);
    const known = isBlank ? byPrototype.get(prototype) : byProvider.get(provider);
    if (known !== undefined) return known;
    const code = new ProviderCode(provider, user);
    if (isBlank) byPrototype.set(prototype, code);
    else byProvider.set(provider, code);
    return code;
  }

  attach(state: ResourceState): readonly Serial[] {
    if (this.written === null) return [];
    const { number, environment, settings } = this.written;
    const values = [
      ...environment.map(([name, cell]) => [name, propertyOf(cell)]),
      // As `host/modules/stored_settings.rs` reads them.
      ...settings.map(([name, setting]) => [`config:${name}`, setting]),
    ];
    const wire = settledWire(Object.fromEntries(values), { noun: "input", owner: state.owner });
    dynamicOps().op_lumi_dynamic_keep(state.serial, number, wire);
    let dependencies: Dependencies = null;
    for (const [, cell] of environment) dependencies = joinDependencies(dependencies, cell.dependencies);
    return serialsOf(dependencies).filter((serial) => serial !== state.serial);
  }

  /** Never fails: the code is optional while the program has the provider. */
  private write(): void {
    try {
      this.written = this.capture();
    } catch (error) {
      return this.giveUp(error instanceof Error ? error.message : String(error));
    }
    const cells = this.written.environment.map(([, cell]) => cell);
    const all = new Cell();
    this.ready.source = all;
    all.subscribe({
      notify: () => {
        if (all.state === State.Failed) this.written = null;
        this.ready.settle(null);
      },
    });
    AllSettled.for(all, cells, () => all.settle(null));
  }

  private capture(): Written {
    const states = new Map<Serial, ResourceState>();
    const answer = ops().op_lumi_closure_capture(this.provider as unknown as () => unknown, (value, modules) => {
      const found = classify(value, modules);
      if (found?.kind === "resource") states.set(found.serial, statesOf(session())[found.serial]!);
      return found;
    });
    if (answer.pending !== undefined) {
      throw new Error("it holds a promise that is not settled yet; await it before the resource is declared");
    }
    const names = dynamicOps().op_lumi_dynamic_write(answer.number);
    const environment: [string, Cell][] = [];
    const settings: [string, Setting][] = [];
    for (const [name, serial, property] of names) {
      const cell = serial < 0 ? capturedCell(Number(property))! : states.get(serial)!.output(property);
      const setting = cell.setting();
      if (setting !== null) {
        settings.push([name, setting]);
        continue;
      }
      for (const used of serial < 0 ? serialsOf(cell.dependencies) : [serial]) this.requireEarlier(used, name);
      environment.push([name, cell]);
    }
    return { number: answer.number, environment, settings };
  }

  /** Refuses resources that are declared later or contain the user: they may wait for it. */
  private requireEarlier(serial: Serial, name: string): void {
    const used = statesOf(session())[serial];
    if (used !== undefined && serial < this.user.serial && used.kind !== Kind.Component) return;
    const what = used === undefined ? name : used.owner;
    throw new Error(
      `it uses ${what}, which is not a resource of a provider declared before ${this.user.owner}`,
    );
  }

  private giveUp(why: string): void {
    const { user } = this;
    const message = `the code that manages ${user.type} cannot be kept in the state: ${why}. As long as there ` +
      "are such resources, the program must have their class, or call dynamic.register, for `lumi destroy`, " +
      "too";
    session().monitor.log(2, message, user.serial);
    this.ready.settle(null);
  }
}

/**
 * Whether instances of a class without own members have no other state, such as `#private` fields.
 */
function isClass(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return false;
  for (let at = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const { constructor } = at;
    if (typeof constructor !== "function" || constructor.prototype !== at) return false;
    if (Function.prototype.toString.call(constructor).includes("#")) return false;
  }
  return true;
}
