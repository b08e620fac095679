import { unknown, type Value } from "../value/value.js";
import { type Failure, hasSecret, withSecret } from "./failure.js";
import type { ResourceState } from "./state.js";

/** Data of a program: values, and what stands in them. */
export type Data = any;

/** What is behind an Output: a value that may come later, and what is known about it. Unknown values may be parts of it. */
export class Cell {
  state: "pending" | "settled" | "failed" = "pending";
  value: Data = undefined;
  isSecret = false;
  /** The resources it came from, each once. */
  sources: readonly ResourceState[] = [];
  /** What a user would call the unknown part of it. */
  origin = "";
  /** An input that a plan takes for the output: members that it lacks are unknown. */
  isOpen = false;
  failure: Failure | undefined;
  #listeners: (() => void)[] = [];

  static of(value: Data): Cell {
    const cell = new Cell();
    cell.settle(value);
    return cell;
  }

  static failed(failure: Failure): Cell {
    const cell = new Cell();
    cell.fail(failure);
    return cell;
  }

  settle(value: Data): void {
    if (this.state !== "pending") return;
    [this.state, this.value] = ["settled", value];
    this.#wake();
  }

  settleUnknown(origin = ""): void {
    this.origin ||= origin;
    this.settle(unknown as Value);
  }

  fail(failure: Failure): void {
    if (this.state !== "pending") return;
    [this.state, this.failure] = ["failed", failure];
    this.isSecret ||= failure.isSecret;
    this.#wake();
  }

  /** Fails as another cell, and takes over its secrecy: the error of a secret may quote it. */
  failLike(other: Cell): void {
    this.isSecret ||= other.isSecret;
    if (other.failure !== undefined) this.fail(other.failure);
  }

  /** Takes over where another value came from, and that it is secret. */
  absorb(other: Cell): void {
    this.isSecret ||= other.isSecret;
    this.origin ||= other.origin;
    if (other.sources.length > 0) this.sources = [...new Set([...this.sources, ...other.sources])];
  }

  /** Becomes what another cell is, or will be. */
  follow(other: Cell): void {
    other.subscribe(() => {
      if (other.failure !== undefined) return this.failLike(other);
      this.absorb(other);
      this.isOpen = other.isOpen;
      this.settle(other.value);
    });
  }

  /** Has a function called once, later, when there is a value or a failure. */
  subscribe(listener: (cell: Cell) => void): void {
    const isSecret = hasSecret();
    const bound = () => withSecret(isSecret, () => listener(this));
    if (this.state === "pending") this.#listeners.push(bound);
    else queueMicrotask(bound);
  }

  #wake(): void {
    for (const listener of this.#listeners) queueMicrotask(listener);
    this.#listeners = [];
  }
}
