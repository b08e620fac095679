// Keys of Web Crypto.

import { type KeyData, setKeyData } from "../node/crypto/key_data.ts";
import { coded } from "../node/node_errors.ts";
import { inspect } from "../node/util.ts";

export type Usage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";

/** An algorithm with its parameters, by the names of the specification. */
export interface Algorithm {
  name: string;
  [parameter: string]: unknown;
}

const made = Symbol("key");

const invalidThis = () => coded(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type CryptoKey');

interface Facts {
  data: KeyData;
  algorithm: Algorithm;
  isExtractable: boolean;
  usages: Usage[];
}

export class CryptoKey {
  readonly #facts: Facts;

  constructor(secret?: symbol, facts?: Facts) {
    if (secret !== made) throw coded(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
    this.#facts = facts!;
    setKeyData(this, facts!.data);
  }

  static #of(key: CryptoKey): Facts {
    if (typeof key !== "object" || key === null || !(#facts in key)) throw invalidThis();
    return key.#facts;
  }

  get type(): string {
    return CryptoKey.#of(this).data.type;
  }

  get extractable(): boolean {
    return CryptoKey.#of(this).isExtractable;
  }

  get algorithm(): Algorithm {
    return CryptoKey.#of(this).algorithm;
  }

  get usages(): Usage[] {
    return CryptoKey.#of(this).usages;
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
