// Collects the Properties and promises inside plain data, and settles a cell with a copy of the
// data when all have settled. Data without any is not copied.

import type { Cell } from "./cell.ts";
import { Failure } from "../data/failure.ts";
import { isPlainObject, type PlainObject, setMember } from "../data/plain_object.ts";
import { markSecretMember } from "../data/secret_members.ts";
import { AllSettled } from "./all_settled.ts";

/** Maximum depth; deeper data is kept, and refused with its path if it becomes an input. */
const deepest = 500;

type Container = unknown[] | PlainObject;

export class PropertyCollector {
  private readonly cells: Cell[] = [];
  private readonly containers: Container[] = [];
  private readonly keys: (string | number)[] = [];
  private readonly ancestors: object[] = [];
  private tree: unknown;

  private constructor(
    private readonly target: Cell,
    private readonly asCell: (value: object) => Cell | null,
  ) {}

  /** `asCell` returns the cell of a Property or a promise, null for any other value. */
  static into(target: Cell, value: unknown[] | PlainObject, asCell: (value: object) => Cell | null): void {
    const gathering = new PropertyCollector(target, asCell);
    try {
      gathering.tree = gathering.copy(value);
    } catch (error) {
      return target.fail(new Failure(error));
    }
    AllSettled.for(target, gathering.cells, () => gathering.finish());
  }

  private finish(): void {
    const { target, cells } = this;
    let origin: Cell | null = null;
    const wasSecret = target.isSecret;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      this.put(this.containers[index]!, this.keys[index]!, cell.value);
      if (cell.isSecret && !cell.isSecretInParts) markSecretMember(this.containers[index]!, this.keys[index]!);
      target.absorb(cell);
      if (origin === null && !cell.isKnown) origin = cell.origin;
    }
    if (!wasSecret && target.isSecret) target.isSecretInParts = true;
    target.settle(this.tree);
    target.source = origin;
  }

  private put(container: Container, key: string | number, value: unknown): void {
    if (Array.isArray(container)) container[key as number] = value;
    else setMember(container, key as string, value);
  }

  /** The value itself, or a copy in which pending values are left out. */
  private copy(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const isArray = Array.isArray(value);
    if (!isArray && !isPlainObject(value)) return value;
    const { ancestors } = this;
    if (ancestors.length >= deepest || ancestors.includes(value)) return value;
    ancestors.push(value);
    const result = isArray ? this.copyArray(value) : this.copyObject(value);
    ancestors.pop();
    return result;
  }

  private copyArray(array: unknown[]): unknown[] {
    let copied: unknown[] | null = null;
    for (let index = 0; index < array.length; index++) {
      const member = array[index];
      if (!isContent(member)) continue;
      const cell = this.cellIn(member);
      const result = cell === null ? this.copy(member) : null;
      if (result === member) continue;
      copied ??= array.slice();
      copied[index] = result;
      if (cell !== null) this.wait(copied, index, cell);
    }
    return copied ?? array;
  }

  private copyObject(object: PlainObject): PlainObject {
    let copied: PlainObject | null = null;
    for (const key of Object.keys(object)) {
      const member = object[key];
      if (!isContent(member)) continue;
      const cell = this.cellIn(member);
      const result = cell === null ? this.copy(member) : null;
      if (result === member) continue;
      copied ??= { ...object };
      setMember(copied, key, result);
      if (cell !== null) this.wait(copied, key, cell);
    }
    return copied ?? object;
  }

  private cellIn(member: object): Cell | null {
    return Array.isArray(member) || isPlainObject(member) ? null : this.asCell(member);
  }

  private wait(container: Container, key: string | number, cell: Cell): void {
    this.cells.push(cell);
    this.containers.push(container);
    this.keys.push(key);
  }
}

/** Whether a value may be or contain a Property or a promise. */
function isContent(member: unknown): member is object {
  return (typeof member === "object" && member !== null) || typeof member === "function";
}
