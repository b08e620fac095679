// KVStore: values by key.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component, onlyInFunctions } from "./component.ts";

/** A value with its version. */
export interface KVEntry<Value> {
  value: Value;
  /** Changes with the value. */
  version: string;
}

export interface SetOptions {
  /** Seconds after which the value is gone. */
  ttl?: number;
}

/** The methods of a store for functions. Values are JSON. */
export interface KVStoreClient<Value> {
  get(key: string): Promise<Value | undefined>;
  /** The value and its version, for `setIf`. */
  entry(key: string): Promise<KVEntry<Value> | undefined>;
  /** The last call wins. */
  set(key: string, value: Value, options?: SetOptions): Promise<void>;
  /**
   * Sets the value if the key has this version still, or no value if `version` is undefined. Answers whether it was set; of
   * several calls with one version, one sets its value.
   */
  setIf(key: string, version: string | undefined, value: Value, options?: SetOptions): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`. */
  keys(prefix?: string): Promise<string[]>;
  /** The values of these keys. */
  values(prefix?: string): Promise<Value[]>;
}

/** A store of values by key. */
export class KVStore<Value = unknown> extends Component {
  constructor(name: string, options?: ComponentResourceOptions) {
    super("KVStore", name, {}, options);
    this.realise();
  }
}

export interface KVStore<Value> extends KVStoreClient<Value> {}

onlyInFunctions(KVStore, "get", "entry", "set", "setIf", "delete", "keys", "values");
