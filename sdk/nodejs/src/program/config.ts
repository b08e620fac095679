import { ConfigError } from "./failure.js";
import * as log from "./log.js";
import { type Output, secret } from "./output.js";
import { session } from "./session.js";

/** The configuration of one namespace: that of the project, unless another is named. */
export class Config {
  readonly name: string;

  constructor(name: string = session().facts.project) {
    this.name = name;
  }

  get(key: string): string | undefined {
    return this.#plain(key, "getSecret", text);
  }

  getNumber(key: string): number | undefined {
    return this.#plain(key, "getSecretNumber", number);
  }

  getBoolean(key: string): boolean | undefined {
    return this.#plain(key, "getSecretBoolean", boolean);
  }

  /** A structured value. */
  getObject<T>(key: string): T | undefined {
    return this.#plain(key, "getSecretObject", structure) as T | undefined;
  }

  require(key: string): string {
    return this.#required(key, this.get(key));
  }

  requireNumber(key: string): number {
    return this.#required(key, this.getNumber(key));
  }

  requireBoolean(key: string): boolean {
    return this.#required(key, this.getBoolean(key));
  }

  requireObject<T>(key: string): T {
    return this.#required(key, this.getObject<T>(key));
  }

  getSecret(key: string): Output<string> | undefined {
    return this.#secret(key, text);
  }

  getSecretNumber(key: string): Output<number> | undefined {
    return this.#secret(key, number);
  }

  getSecretBoolean(key: string): Output<boolean> | undefined {
    return this.#secret(key, boolean);
  }

  getSecretObject<T>(key: string): Output<T> | undefined {
    return this.#secret(key, structure) as Output<T> | undefined;
  }

  requireSecret(key: string): Output<string> {
    return this.#required(key, this.getSecret(key), true);
  }

  requireSecretNumber(key: string): Output<number> {
    return this.#required(key, this.getSecretNumber(key), true);
  }

  requireSecretBoolean(key: string): Output<boolean> {
    return this.#required(key, this.getSecretBoolean(key), true);
  }

  requireSecretObject<T>(key: string): Output<T> {
    return this.#required(key, this.getSecretObject<T>(key), true);
  }

  #plain<T>(key: string, instead: string, read: Reader<T>): T | undefined {
    const entry = session().facts.config.get(`${this.name}:${key}`);
    if (entry === undefined) return undefined;
    if (entry.secret) {
      log.warn(
        `configuration "${this.name}:${key}" is secret, but is read as plain text; use ${instead} to keep it secret`,
      );
    }
    return this.#read(key, entry.value, read, entry.secret);
  }

  #secret<T>(key: string, read: Reader<T>): Output<T> | undefined {
    const entry = session().facts.config.get(`${this.name}:${key}`);
    return entry === undefined ? undefined : (secret(this.#read(key, entry.value, read, true) as never) as Output<T>);
  }

  #read<T>(key: string, value: string, read: Reader<T>, isSecret: boolean): T {
    const answer = read(value);
    if ("value" in answer) return answer.value;
    const shown = isSecret ? "" : `, but is ${JSON.stringify(value)}`;
    throw new ConfigError(`configuration "${this.name}:${key}" must be ${answer.wanted}${shown}`);
  }

  #required<T>(key: string, value: T | undefined, isSecret = false): T {
    if (value !== undefined) return value;
    const { project, stack } = session().facts;
    // Keys of the project need no namespace.
    const shown = this.name === project ? key : `${this.name}:${key}`;
    const advice = isSecret
      ? `\`lumi config set ${shown} --secret -s ${stack}\`, which asks for the value and encrypts it`
      : `\`lumi config set ${shown} VALUE -s ${stack}\`, or pass \`-c ${shown}=VALUE\` for one run`;
    throw new ConfigError(`missing configuration "${this.name}:${key}"; set it with ${advice}`);
  }
}

/** Reads a value, or completes "must be". */
type Reader<T> = (value: string) => { value: T } | { wanted: string };

const text: Reader<string> = (value) => ({ value });

const number: Reader<number> = (value) => {
  const read = Number(value);
  return value.trim() === "" || Number.isNaN(read) ? { wanted: "a number" } : { value: read };
};

const boolean: Reader<boolean> = (
  value,
) => (value === "true" || value === "false" ? { value: value === "true" } : { wanted: "true or false" });

const structure: Reader<unknown> = (value) => {
  try {
    return { value: JSON.parse(value) };
  } catch {
    return { wanted: "a structured value (JSON)" };
  }
};
