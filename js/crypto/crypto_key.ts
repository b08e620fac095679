// Keys of Web Crypto.

import { type KeyData, setKeyData } from "../node/crypto/key_data.ts";
import { coded } from "../node/node_errors.ts";
import { inspect } from "../node/util/util.ts";

export type Usage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";

/** An algorithm with its parameters, by the names of the specification. */
export interface Algorithm {
  name: string;
  [parameter: string]: unknown;
}

const made = Symbol("key");

const invalidThis = () => coded(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type CryptoKey');

/** The facts that decide about the use of a key. Programs get copies only, because they may change them. */
export interface KeyFacts {
  readonly data: KeyData;
  readonly algorithm: Algorithm;
  readonly isExtractable: boolean;
  readonly usages: readonly Usage[];
}

function copyOf(algorithm: Algorithm): Algorithm {
  const copy: Algorithm = { ...algorithm };
  for (const [name, value] of Object.entries(algorithm)) {
    if (value instanceof Uint8Array) copy[name] = new Uint8Array(value);
    else if (typeof value === "object" && value !== null) copy[name] = { ...value };
  }
  return copy;
}

/** The facts of a key; undefined for another value, such as an object that inherits from a key. */
export let keyFactsOf: (value: unknown) => KeyFacts | undefined;

export class CryptoKey {
  readonly #facts: KeyFacts;
  readonly #algorithm: Algorithm;
  readonly #usages: Usage[];

  constructor(secret?: symbol, facts?: KeyFacts) {
    if (secret !== made) throw coded(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
    this.#facts = facts!;
    this.#algorithm = copyOf(facts!.algorithm);
    this.#usages = [...facts!.usages];
    setKeyData(this, facts!.data);
  }

  static {
    keyFactsOf = (value) =>
      typeof value === "object" && value !== null && #facts in value ? (value as CryptoKey).#facts : undefined;
  }

  static #of(key: CryptoKey): CryptoKey {
    if (keyFactsOf(key) === undefined) throw invalidThis();
    return key;
  }

  get type(): string {
    return CryptoKey.#of(this).#facts.data.type;
  }

  get extractable(): boolean {
    return CryptoKey.#of(this).#facts.isExtractable;
  }

  get algorithm(): Algorithm {
    return CryptoKey.#of(this).#algorithm;
  }

  get usages(): Usage[] {
    return CryptoKey.#of(this).#usages;
  }

  get [Symbol.toStringTag](): string {
    return "CryptoKey";
  }

  [inspect.custom](depth: number, options: object): unknown {
    if (depth < 0) return this;
    const { type, extractable, algorithm, usages } = this;
    return `CryptoKey ${inspect({ type, extractable, algorithm, usages }, options)}`;
  }
}

for (const name of ["type", "extractable", "algorithm", "usages"]) {
  Object.defineProperty(CryptoKey.prototype, name, { enumerable: true });
}

export const cryptoKey = (data: KeyData, algorithm: Algorithm, isExtractable: boolean, usages: Usage[]): CryptoKey =>
  new CryptoKey(made, { data, algorithm, isExtractable, usages });
