import {
  Archive,
  Asset,
  halfPair,
  illFormed,
  isObject,
  mapMembers,
  pathOf,
  plain,
  ResourceReference,
  Secret,
  setMember,
  Unknown,
  type Value,
  type Values,
} from "../value/value.js";
import type { Cell, Data } from "./cell.js";
import { type Failure, LumiError } from "./failure.js";
import { hashed } from "./hash.js";
import { cellOf, isOutput } from "./output.js";
import type { Session } from "./session.js";
import { type ResourceState, stateOf } from "./state.js";

const mostLevels = 500;
type Path = readonly (string | number)[];

/** Where the value of a cell will stand. */
class Gap {
  content: Data;
  readonly cell: Cell;
  readonly path: Path;

  constructor(cell: Cell, path: Path) {
    [this.cell, this.path] = [cell, path];
  }
}

/** Where a reference to a resource will stand. */
class Mention {
  readonly state: ResourceState;
  readonly path: Path;

  constructor(state: ResourceState, path: Path) {
    [this.state, this.path] = [state, path];
  }
}

/**
 * Data of a program on its way to lumi. It takes the data as it is when it is made, and refuses what lumi could not understand.
 * Outputs and resources are filled in when they are there.
 */
export class Draft {
  /** What each path came from. */
  dependencies: { path: string; state: ResourceState }[] = [];
  hasSecret = false;
  readonly #session: Session;
  readonly #noun: string;
  readonly #owner: string;
  readonly #tree: Data;
  readonly #mentions: Mention[] = [];
  #gaps: Gap[] = [];

  constructor(session: Session, data: Data, noun: string, owner: string) {
    [this.#session, this.#noun, this.#owner] = [session, noun, owner];
    if (data !== undefined && data !== null && (!isObject(data) || isOutput(data))) {
      throw new LumiError(`the ${noun}s of ${owner} must be an object`);
    }
    this.#tree = this.#take(data ?? {}, []);
  }

  /** What it waits for; to be asked again when these are settled, until none is pending. */
  cells(): Cell[] {
    const waiting: Gap[] = [];
    for (let gap = this.#gaps.shift(); gap !== undefined; gap = this.#gaps.shift()) {
      if (gap.cell.state === "settled") gap.content = this.#take(gap.cell.value, gap.path);
      else waiting.push(gap);
    }
    this.#gaps = waiting;
    return [...waiting.map((it) => it.cell), ...this.#mentions.map((it) => it.state.answered)];
  }

  /** Where a value that failed was to stand. */
  pathOf(failure: Failure): string {
    const gap = this.#gaps.find((it) => it.cell.failure === failure);
    return pathOf(...(gap ?? this.#mentions.find((it) => it.state.answered.failure === failure))?.path ?? []);
  }

  /** The data, when all cells are settled. */
  finish(): Values {
    this.dependencies = [];
    return this.#finished(this.#tree) as Values;
  }

  #take(data: Data, path: Path): Data {
    if (path.length > mostLevels) {
      this.#refuse(path.slice(0, 8), `is nested deeper than ${mostLevels} levels, or contains itself`);
    }
    if (isOutput(data)) {
      const gap = new Gap(cellOf(data), path);
      this.#gaps.push(gap);
      return gap;
    }
    const state = stateOf(data);
    if (state !== undefined) {
      const mention = new Mention(state, path);
      this.#mentions.push(mention);
      return mention;
    }
    if (data === null || ["boolean", "number"].includes(typeof data)) return data;
    if (typeof data === "string") return this.#wellFormed(data, path);
    if (data instanceof Unknown || data instanceof ResourceReference) return data;
    if (data instanceof Secret) return new Secret(this.#take(data.value, path));
    if (data instanceof Asset || data instanceof Archive) return this.#content(data, path);
    if (data instanceof Uint8Array) return this.#content(Asset.data(data), path);
    if (data instanceof Date) return data.toISOString();
    if (Array.isArray(data)) {
      return Array.from(data, (item, index) => this.#take(item === undefined ? null : item, [...path, index]));
    }
    if (!isObject(data)) this.#refuse(path, "is no data: a function, or an object of a class");
    const members: { [name: string]: Data } = {};
    for (const name of Object.keys(data)) {
      if (data[name] !== undefined) setMember(members, this.#wellFormed(name, [...path, name]), data[name]);
    }
    return mapMembers(members, (member, name) => this.#take(member, [...path, name]));
  }

  /** A text that UTF-8 has a form for. */
  #wellFormed(text: string, path: Path): string {
    return text.isWellFormed() ? text : this.#refuse(path, halfPair);
  }

  #content(data: Asset | Archive, path: Path): Data {
    const wrong = illFormed(data, path);
    if (wrong !== undefined) this.#refuse(wrong, halfPair);
    try {
      return hashed(data, this.#session.facts.folder);
    } catch (error) {
      this.#refuse(path, `: ${(error as Error).message}`);
    }
  }

  #finished(node: Data): Value {
    if (node instanceof Gap) {
      this.#depend(node.path, node.cell.sources);
      const content = this.#finished(node.content);
      if (!node.cell.isSecret) return content;
      this.hasSecret = true;
      return new Secret(plain(content));
    }
    if (node instanceof Mention) {
      this.#depend(node.path, [node.state]);
      return node.state.reference();
    }
    if (node instanceof Secret) return new Secret(plain(this.#finished(node.value)));
    if (Array.isArray(node)) return node.map((item) => this.#finished(item));
    return isObject(node) ? mapMembers<Data, Value>(node, (it) => this.#finished(it)) : node;
  }

  #depend(path: Path, states: readonly ResourceState[]): void {
    for (const state of states) this.dependencies.push({ path: pathOf(...path), state });
  }

  #refuse(path: Path, problem: string): never {
    throw new LumiError(`${this.#noun} "${pathOf(...path)}" of ${this.#owner} ${problem}`);
  }
}
