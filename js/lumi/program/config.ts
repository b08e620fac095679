// Config: the settings of a stack, from `Lumi.<stack>.yaml` and `-c`.

import type { SettingForm } from "../cell/setting.ts";
import { SettingCell } from "../cell/setting_cell.ts";
import { nearestName } from "../data/nearest_name.ts";
import { nativeMonitor } from "../protocol/monitor.ts";
import { warn } from "../resource/log.ts";
import type { Property } from "../property/property_types.ts";
import { propertyOf } from "../property/property.ts";
import { session } from "../session/session.ts";

/** Constraints on a text. */
export interface StringConfigOptions<K extends string = string> {
  /** The texts that are accepted; the type of the result is one of them. */
  allowedValues?: readonly K[];
  /** The smallest length, in UTF-16 units. */
  minLength?: number;
  /** The largest length, in UTF-16 units. */
  maxLength?: number;
  /** A regular expression that the text must match. */
  pattern?: string | RegExp;
}

/** Constraints on a number. */
export interface NumberConfigOptions {
  /** The smallest number that is accepted. */
  min?: number;
  /** The largest number that is accepted. */
  max?: number;
}

interface Found {
  key: string;
  value: string;
  isSecret: boolean;
}

/**
 * The configuration of one namespace, by default that of the project: values of `Lumi.yaml`, of
 * `Lumi.STACK.yaml`, which `lumi config set` writes, and of `-c KEY=VALUE`.
 *
 * `get...` returns `undefined` for a key that is not set, and `require...` throws. Read secrets with
 * `...Secret...`, which returns a Property that keeps the value secret; the others give plain text, with
 * a warning if the value is a secret.
 */
export class Config {
  /** The namespace. */
  readonly name: string;

  /** @param name The namespace, such as `aws`; by default the name of the project. */
  constructor(name?: string) {
    if (name !== undefined && typeof name !== "string") {
      throw new TypeError(`the namespace of a Config must be a string, not ${typeof name}`);
    }
    this.name = name ?? session().context.project;
  }

  /** Returns a text; `undefined` if the key is not set. */
  get<K extends string = string>(key: string, options?: StringConfigOptions<K>): K | undefined {
    return this.plain(key, "getSecret", (found) => asString(found, options)) as K | undefined;
  }

  /** Returns a text. Throws if the key is not set. */
  require<K extends string = string>(key: string, options?: StringConfigOptions<K>): K {
    return this.required(
      key,
      false,
      this.plain(key, "requireSecret", (found) => asString(found, options)),
    ) as K;
  }

  /** Returns a text as a secret Property; `undefined` if the key is not set. */
  getSecret<K extends string = string>(
    key: string,
    options?: StringConfigOptions<K>,
  ): Property<K> | undefined {
    return this.secret(key, "string", (found) => asString(found, options) as K);
  }

  /** Returns a text as a secret Property. Throws if the key is not set. */
  requireSecret<K extends string = string>(key: string, options?: StringConfigOptions<K>): Property<K> {
    return this.required(key, true, this.secret(key, "string", (found) => asString(found, options) as K));
  }

  /** Returns a number; `undefined` if the key is not set. */
  getNumber(key: string, options?: NumberConfigOptions): number | undefined {
    return this.plain(key, "getSecretNumber", (found) => asNumber(found, options));
  }

  /** Returns a number. Throws if the key is not set. */
  requireNumber(key: string, options?: NumberConfigOptions): number {
    return this.required(
      key,
      false,
      this.plain(key, "requireSecretNumber", (found) => asNumber(found, options)),
    );
  }

  /** Returns a number as a secret Property; `undefined` if the key is not set. */
  getSecretNumber(key: string, options?: NumberConfigOptions): Property<number> | undefined {
    return this.secret(key, "number", (found) => asNumber(found, options));
  }

  /** Returns a number as a secret Property. Throws if the key is not set. */
  requireSecretNumber(key: string, options?: NumberConfigOptions): Property<number> {
    return this.required(key, true, this.secret(key, "number", (found) => asNumber(found, options)));
  }

  /** Returns `true` or `false`; `undefined` if the key is not set. */
  getBoolean(key: string): boolean | undefined {
    return this.plain(key, "getSecretBoolean", asBoolean);
  }

  /** Returns `true` or `false`. Throws if the key is not set. */
  requireBoolean(key: string): boolean {
    return this.required(key, false, this.plain(key, "requireSecretBoolean", asBoolean));
  }

  /** Returns `true` or `false` as a secret Property; `undefined` if the key is not set. */
  getSecretBoolean(key: string): Property<boolean> | undefined {
    return this.secret(key, "boolean", asBoolean);
  }

  /** Returns `true` or `false` as a secret Property. Throws if the key is not set. */
  requireSecretBoolean(key: string): Property<boolean> {
    return this.required(key, true, this.secret(key, "boolean", asBoolean));
  }

  /** Returns an object, a list or another value in JSON; `undefined` if the key is not set. */
  getObject<T>(key: string): T | undefined {
    return this.plain(key, "getSecretObject", (found) => asObject(found) as T);
  }

  /** Returns an object, a list or another value in JSON. Throws if the key is not set. */
  requireObject<T>(key: string): T {
    return this.required(key, false, this.plain(key, "requireSecretObject", (found) => asObject(found) as T));
  }

  /** Returns an object, a list or another value in JSON as a secret Property; `undefined` if the key is not set. */
  getSecretObject<T>(key: string): Property<T> | undefined {
    return this.secret(key, "object", (found) => asObject(found) as T);
  }

  /** Returns an object, a list or another value in JSON as a secret Property. Throws if the key is not set. */
  requireSecretObject<T>(key: string): Property<T> {
    return this.required(key, true, this.secret(key, "object", (found) => asObject(found) as T));
  }

  private find(key: string): Found | undefined {
    if (typeof key !== "string") {
      throw new TypeError(`a configuration key must be a string, not ${typeof key}`);
    }
    const full = `${this.name}:${key}`;
    const { config } = session();
    if (!Object.hasOwn(config, full)) return undefined;
    const { value, secret } = config[full]!;
    return { key: full, value, isSecret: secret };
  }

  private plain<T>(key: string, instead: string, read: (found: Found) => T): T | undefined {
    const found = this.find(key);
    if (found === undefined) return undefined;
    if (found.isSecret) {
      const at = nativeMonitor.position?.() ?? "";
      const place = at === "" ? "" : ` (${at})`;
      warn(
        `configuration "${found.key}" is secret, but is read as plain text${place}; use ${instead} to keep it secret`,
      );
    }
    return read(found);
  }

  private secret<T>(key: string, form: SettingForm, read: (found: Found) => T): Property<T> | undefined {
    const found = this.find(key);
    if (found === undefined) return undefined;
    // Requested as a secret, so messages do not quote the value, however it was set.
    const value = read({ ...found, isSecret: true });
    return propertyOf(new SettingCell(value, found.key, form)) as Property<T>;
  }

  private required<T>(key: string, isSecret: boolean, value: T | undefined): T {
    if (value !== undefined) return value;
    const { project, stack, mode } = session().context;
    // The command line may select another stack.
    const chosen = ` -s ${stack}`;
    // Keys of the project need no namespace.
    const shown = this.name === project ? key : `${this.name}:${key}`;
    const advice = isSecret
      ? `set it with \`lumi config set ${shown} --secret${chosen}\`, which asks for the value and encrypts it`
      : `set it with \`lumi config set ${shown} VALUE${chosen}\`, or pass \`-c ${shown}=VALUE\` for one run`;
    // Tests see no stack configuration; mocked runs have their own. A module that a test file imports is evaluated
    // before any of them.
    const given = `config: { ${JSON.stringify(shown)}: ... }`;
    const inTest = session().monitor !== nativeMonitor
      ? `give \`${given}\` to the options of \`test\` or \`run\``
      : `it is read before a test begins: import the program in one, as in \`run(() => import("./index.ts"), ` +
        `{ ${given} })\`, or pass \`-c ${shown}=VALUE\``;
    const slip = nearestName(key, this.keys());
    const guess = slip === undefined ? "" : `did you mean "${slip}", which is set? Else `;
    const help = mode === "test" ? inTest : advice;
    throw new Error(`missing configuration "${this.name}:${key}"; ${guess}${help}`);
  }

  /** The keys of its namespace that are set. */
  private keys(): string[] {
    const start = `${this.name}:`;
    const own = Object.keys(session().config).filter((full) => full.startsWith(start));
    return own.map((full) => full.slice(start.length));
  }
}

/** `wanted` completes "must be". Secret values are never shown. */
function malformed({ key, value, isSecret }: Found, wanted: string): TypeError {
  const shown = isSecret ? "" : `, but is ${JSON.stringify(value)}`;
  return new TypeError(`configuration "${key}" must be ${wanted}${shown}`);
}

function asString(found: Found, options: StringConfigOptions = {}): string {
  const { value } = found;
  const { allowedValues, minLength, maxLength, pattern } = options;
  if (allowedValues !== undefined && !allowedValues.includes(value)) {
    throw malformed(found, `one of ${allowedValues.map((allowed) => JSON.stringify(allowed)).join(", ")}`);
  }
  if (minLength !== undefined && value.length < minLength) {
    throw malformed(found, `${minLength} or more characters long`);
  }
  if (maxLength !== undefined && value.length > maxLength) {
    throw malformed(found, `at most ${maxLength} characters long`);
  }
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    throw malformed(found, `a text that matches ${pattern instanceof RegExp ? pattern : `/${pattern}/`}`);
  }
  return value;
}

function asNumber(found: Found, { min, max }: NumberConfigOptions = {}): number {
  const value = Number(found.value);
  if (found.value.trim() === "" || Number.isNaN(value)) throw malformed(found, "a number");
  if (min !== undefined && value < min) throw malformed(found, `${min} or more`);
  if (max !== undefined && value > max) throw malformed(found, `${max} or less`);
  return value;
}

function asBoolean(found: Found): boolean {
  if (found.value === "true") return true;
  if (found.value === "false") return false;
  throw malformed(found, "true or false");
}

function asObject(found: Found): unknown {
  try {
    return JSON.parse(found.value);
  } catch {
    throw malformed(found, "a structured value (JSON)");
  }
}
