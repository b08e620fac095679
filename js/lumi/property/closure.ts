// Functions as values: a function that is an input of a resource becomes a closure, which is
// serialised with its captured values when the program first pauses.

import { Asset, OWNED, type Owner } from "./asset.ts";
import { Cell } from "../cell/cell.ts";
import { Failure } from "../data/failure.ts";
import { loadLate, ops } from "../protocol/ops.ts";
import type { Archive } from "./archive.ts";
import type { ClosureDependency } from "./closure_dependency.ts";
import type { Property } from "./property.ts";
import { givenSecrets } from "./then_cell.ts";

type Callback = (...args: never[]) => unknown;

/** A serialised function; `closures/closure.ts` makes it. */
export interface SerialisedFunction {
  readonly wire: { readonly hash: string };
  readonly archive: Asset | Archive;
  readonly dependencies: ClosureDependency[];
  readonly dependencyLines: string[][];
  readonly secrets: Property<string[]>;
  readonly packages: Record<string, string>;
  /** The environment variables of the module: the secret ones, or the others. */
  environment(isSecret: boolean): Property<Record<string, string>>;
  /** Settles the cell with the module, once all captured values have settled. */
  settle(cell: ClosureCell): void;
}

interface Serialiser {
  serialise(cell: ClosureCell): Promise<SerialisedFunction>;
}

const load = loadLate<Serialiser>("lumi/closures/closure.ts");
const cells = new WeakMap<object, ClosureCell>();

/**
 * A cell that settles with the asset of a function, once it is serialised and its captured values
 * have settled.
 */
export class ClosureCell extends Cell {
  readonly closure: Promise<SerialisedFunction>;
  /** Secret values that the creating code was given in clear. */
  readonly givenSecrets = givenSecrets();

  private constructor(readonly callback: Callback) {
    super();
    // Serialised at the first pause, because functions may use declarations further below.
    this.closure = Promise.resolve().then(() => load().serialise(this));
    this.closure.then(
      (closure) => closure.settle(this),
      (error) => this.fail(new Failure(error)),
    );
  }

  static of(callback: Callback): ClosureCell {
    let cell = cells.get(callback);
    if (cell === undefined) cells.set(callback, cell = new ClosureCell(callback));
    return cell;
  }

  override get backing(): "promise" | null {
    return this.isPending && this.source === null ? "promise" : null;
  }
}

/** @internal The module of a serialised function. */
export class CodeAsset extends Asset {
  /** `number` identifies the capture. */
  constructor(readonly code: string, private readonly number: number) {
    super();
  }

  /** @internal */
  override [OWNED](owner: Owner, path: string): void {
    ops().op_lumi_closure_own(this.number, owner.serial, path);
  }

  /** @internal */
  protected override content() {
    return { kind: "function", body: this.code } as const;
  }
}
