import { type Client, dial, type Environment } from "../transport/transport.js";
import type { Log } from "./package.js";

/** Seconds that lumi has to take a message. */
const patience = 5;
const levels = ["debug", "info", "warning", "error"] as const;

/** Sends messages to lumi; without its address, they are on standard error. */
export class Logger {
  readonly #engine: Client | undefined;
  /** Messages are sent one after the other, so that they are shown in their order. */
  #last: Promise<void> = Promise.resolve();

  constructor(environment: Environment) {
    this.#engine = environment.engine === "" ? undefined : dial(environment.engine, environment.token, "Engine");
  }

  /** The log of a call, and what to await before its answer, so that messages come first. */
  of(urn: string): { log: Log; sent: () => Promise<void> } {
    const write = (level: number) => (message: string) => {
      this.#last = this.#last.then(() => this.#write(level, String(message), urn));
    };
    const log = Object.fromEntries(levels.map((name, level) => [name, write(level)])) as unknown as Log;
    return { log, sent: () => this.#last };
  }

  /** A message that cannot be sent is on standard error, and fails no call. */
  async #write(level: number, message: string, urn: string): Promise<void> {
    try {
      if (this.#engine === undefined) throw new Error("there is no address of the engine");
      await this.#engine.call("Log", { level, message, urn }, patience);
    } catch {
      process.stderr.write(`${message}\n`);
    }
  }
}
