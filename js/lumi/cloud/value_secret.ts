// Secrets of targets whose functions get the value itself, in a file that the platform alone reads.

import { defineClient } from "../property/client.ts";
import type { Property } from "../property/property_types.ts";
import type { Grant, Infra, SecretSpec } from "./contract.ts";
import type { SecretClient } from "./secret.ts";

export class ValueSecret implements Infra {
  readonly client = defineClient({
    bindings: ["value"],
    create: ({ value }): SecretClient => ({ value: () => Promise.resolve(value) }),
  });
  readonly outputs: { value: Property<string> };
  readonly #name: string;

  constructor({ name, value }: SecretSpec) {
    this.#name = name;
    this.outputs = { value: value as Property<string> };
  }

  grant(method: string): Grant | undefined {
    if (method !== "value") return undefined;
    return { permissions: [{ actions: ["secrets:read"], resource: this.#name }] };
  }
}
