// The time that a socket may be idle.

import { Timeout } from "../timers/timeout.ts";

export class IdleTimer {
  readonly #delay: number;
  readonly #expired: () => void;
  #timer: Timeout | undefined;
  #lastActivity = 0;

  /** `delay` in milliseconds. */
  constructor(delay: number, expired: () => void) {
    this.#delay = delay;
    this.#expired = expired;
    this.touch();
  }

  /** Begins the time again. Only the moment is noted: sockets do this with each chunk. */
  touch(): void {
    this.#lastActivity = performance.now();
    if (this.#timer === undefined) this.#start(this.#delay);
  }

  #start(delay: number): void {
    this.#timer = new Timeout(() => this.#check(), delay, [], false).unref();
  }

  #check(): void {
    this.#timer = undefined;
    const rest = this.#lastActivity + this.#delay - performance.now();
    if (rest >= 1) this.#start(Math.ceil(rest));
    else this.#expired();
  }

  stop(): void {
    this.#timer?.close();
    this.#timer = undefined;
  }
}
