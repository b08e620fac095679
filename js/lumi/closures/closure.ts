// Serialises functions: captures one through the host, awaits the promises in it, and binds the
// variables that the module reads from its environment to Properties.

import { AssetArchive } from "../property/archive.ts";
import { OWNED, type Owner, StringAsset } from "../property/asset.ts";
import type { Cell } from "../cell/cell.ts";
import { type ClosureCell, CodeAsset, type SerialisedFunction } from "../property/closure.ts";
import type { ClosureDependency } from "../property/closure_dependency.ts";
import { all, derive, isSecret } from "../property/combinators.ts";
import { type Dependencies, joinDependencies } from "../data/dependencies.ts";
import { warn } from "../resource/log.ts";
import { type ClosureWire, ops, type Serial } from "../protocol/ops.ts";
import { type Property, propertyOf } from "../property/property.ts";
import { type ResourceState, stateOf } from "../resource/resource_state.ts";
import { session } from "../session/session.ts";
import { capturedCell, classify } from "./classes.ts";
import { AllSettled } from "../cell/all_settled.ts";

/** A serialised function. */
export class Closure implements SerialisedFunction {
  constructor(
    readonly number: number,
    readonly wire: ClosureWire,
    private readonly resources: ReadonlyMap<Serial, ResourceState>,
    private readonly properties: readonly Cell[],
  ) {}

  get dependencies(): ClosureDependency[] {
    return this.wire.dependencies.map(([serial, type, member]) => {
      const { name, type: token } = session().resources[serial]!;
      const parts = token.split(":");
      const resourceType = `${parts[0]}.${parts[parts.length - 1]}`;
      return { resource: name, resourceType, type, member };
    });
  }

  get dependencyLines(): string[][] {
    return this.wire.dependencies.map(([, , , lines]) => lines);
  }

  /** The values of the module's environment variables as text: the secret ones, or the others. */
  environment(isSecret: boolean): Property<Record<string, string>> {
    return derive(this.secrets, (names: string[]) => {
      const wanted = this.variables.filter(([name]) => names.includes(name) === isSecret);
      const entries = wanted.map(([name, value]) => [name, derive(value, asVariable)]);
      return all(Object.fromEntries(entries) as Record<string, string>);
    }) as Property<Record<string, string>>;
  }

  /** The names of the secret variables. */
  get secrets(): Property<string[]> {
    const entries = this.variables.map(([name, value]) => [name, isSecret(value)]);
    const flags = all(Object.fromEntries(entries) as Record<string, boolean>);
    return derive(flags, (it) => Object.keys(it).filter((name) => it[name]));
  }

  private get variables(): [name: string, value: Property<unknown>][] {
    return this.wire.environment.map(([name, serial, property]) => {
      const cell = serial < 0 ? capturedCell(Number(property))! : this.resources.get(serial)!.output(property);
      return [name, propertyOf(cell) as Property<unknown>];
    });
  }

  get packages(): Record<string, string> {
    return JSON.parse(this.wire.files["package.json"]!).dependencies ?? {};
  }

  get archive(): AssetArchive {
    const files = Object.entries(this.wire.files).map(([name, text]) => [name, new StringAsset(text)]);
    return new BundleArchive(Object.fromEntries(files) as Record<string, StringAsset>, this.number);
  }

  /** Settles the cell of the function when the resources that it uses are registered. */
  settle(cell: ClosureCell): void {
    const used = this.usedResources();
    const answered: Cell[] = used.map((state) => state.answered);
    AllSettled.for(cell, answered.concat(this.properties), () => {
      const code = new CodeAsset(this.wire.files[this.wire.entry]!, this.number);
      let dependencies: Dependencies = null;
      for (const { serial } of used) dependencies = joinDependencies(dependencies, serial);
      for (const property of this.properties) {
        dependencies = joinDependencies(dependencies, property.dependencies);
      }
      cell.dependencies = dependencies;
      cell.settle(code);
    });
  }

  /** The resources that the code uses, without those that were only passed on the way. */
  private usedResources(): ResourceState[] {
    const serials = this.wire.dependencies.map(([serial]) => serial);
    for (const [, serial] of this.wire.environment) serials.push(serial);
    return [...new Set(serials)].flatMap((serial) => this.resources.get(serial) ?? []);
  }
}

/** The files of a closure. */
class BundleArchive extends AssetArchive {
  constructor(files: Record<string, StringAsset>, private readonly number: number) {
    super(files);
  }

  override [OWNED](owner: Owner, path: string): void {
    ops().op_lumi_closure_own(this.number, owner.serial, path);
  }
}

/**
 * The text of a variable for a value: text is unchanged unless it could be parsed as something
 * else.
 */
function asVariable(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

/** Warns if the code of a function contains a secret that a callback of `then` was given. */
function warnOfSecrets(cell: ClosureCell, code: string): void {
  if (!cell.givenSecrets.some((it) => holds(code, it))) return;
  const name = cell.callback.name === "" ? "a function" : `the function ${cell.callback.name}`;
  warn(
    `the code of ${name} holds a secret as plain text, because it was made in a callback of \`then\` that got the ` +
      "value; make the function outside of the callback and let it use the Property itself, then the " +
      "secret stays out of the code",
  );
}

/** Minimum length of a secret; shorter texts may occur in code by chance. */
const SHORTEST_SECRET = 4;

function holds(code: string, value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some((it) => holds(code, it));
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = JSON.stringify(value);
  const inner = typeof value === "string" ? text.slice(1, -1) : text;
  return inner.length >= SHORTEST_SECRET && code.includes(inner);
}

export async function serialise(cell: ClosureCell): Promise<Closure> {
  const resources = new Map<Serial, ResourceState>();
  const properties = new Set<Cell>();
  const noted = (value: unknown, modules?: readonly string[]) => {
    const answer = classify(value, modules);
    if (answer?.kind === "resource") resources.set(answer.serial, stateOf(value as object)!);
    if (answer?.kind === "property") properties.add(capturedCell(answer.key)!);
    return answer;
  };
  for (;;) {
    const answer = ops().op_lumi_closure_capture(cell.callback, noted);
    if (answer.pending === undefined) {
      const wire = await ops().op_lumi_closure_write(answer.number);
      warnOfSecrets(cell, wire.files[wire.entry]!);
      return new Closure(answer.number, wire, resources, [...properties]);
    }
    await Promise.allSettled(answer.pending);
  }
}
