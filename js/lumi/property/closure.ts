// Functions as values: a function given to a resource becomes a closure, which is serialised with
// what it captures once the program pauses for the first time.

import { Asset, OWNED, type Owner } from "./asset.ts";
import { Cell } from "../cell/cell.ts";
import { Failure } from "../data/failure.ts";
import { loadLate, ops } from "../protocol/ops.ts";
import type { Archive } from "./archive.ts";
import type { ClosureDependency } from "./closure_dependency.ts";
import type { Property } from "./property.ts";
import { givenSecrets } from "./then_cell.ts";

type Callback = (...args: never[]) => unknown;

/** A function that was serialised; `closures/closure.ts` makes it. */
export interface SerialisedFunction {
  readonly wire: { readonly hash: string };
  readonly archive: Asset | Archive;
  readonly dependencies: ClosureDependency[];
  readonly secrets: Property<string[]>;
  readonly packages: Record<string, string>;
  /** The variables that its module reads, either the secret ones or the others. */
  environment(isSecret: boolean): Property<Record<string, string>>;
  /** Settles the cell with the module, once all that the function captures is there. */
  settle(cell: ClosureCell): void;
}

interface Serialiser {
  serialise(cell: ClosureCell): Promise<SerialisedFunction>;
}

const load = loadLate<Serialiser>("lumi/closures/closure.ts");
const cells = new WeakMap<object, ClosureCell>();

/** Settles with the asset of a function when it is serialised and what it captures is there. */
export class ClosureCell extends Cell {
  readonly closure: Promise<SerialisedFunction>;
  /** Secret values that the code which made the function was given in the clear. */
  readonly givenSecrets = givenSecrets();

  private constructor(readonly callback: Callback) {
    super();
    // Functions may use what the program declares further below: the moment is its first pause.
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

/** @internal The module of a function, once it is written. */
export class CodeAsset extends Asset {
  /** `number` is that of the capture. */
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
