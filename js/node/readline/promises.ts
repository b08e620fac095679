// node:readline/promises: lines of a stream, with questions that answer promises.

import { clearLine, clearScreenDown, cursorTo, moveCursor, type Output, promises } from "./readline.ts";

export const { createInterface, Interface } = promises;

/** Control sequences that are collected and written at once. */
export class Readline {
  readonly #stream: Output;
  readonly #isImmediate: boolean;
  #text = "";

  constructor(stream: Output, options: { autoCommit?: boolean } = {}) {
    this.#stream = stream;
    this.#isImmediate = options.autoCommit === true;
  }

  /** Takes what a function of node:readline writes. */
  #add(write: (stream: Output) => void): this {
    write({ write: (text) => this.#text += text });
    if (this.#isImmediate) void this.commit();
    return this;
  }

  clearLine(direction: number): this {
    return this.#add((stream) => clearLine(stream, direction));
  }

  clearScreenDown(): this {
    return this.#add((stream) => clearScreenDown(stream));
  }

  cursorTo(x: number, y?: number): this {
    return this.#add((stream) => cursorTo(stream, x, y));
  }

  moveCursor(dx: number, dy: number): this {
    return this.#add((stream) => moveCursor(stream, dx, dy));
  }

  commit(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    return new Promise((resolve) => this.#stream.write(text, resolve));
  }

  rollback(): this {
    this.#text = "";
    return this;
  }
}

export default { createInterface, Interface, Readline };
