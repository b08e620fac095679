// Secrets on AWS: functions have the ARN, and ask Secrets Manager for the value.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Grant, Infra, SecretSpec } from "../contract.ts";
import type { SecretClient } from "../secret.ts";
import { secretText } from "./secret_values.ts";
import { storedSecret } from "./stored_secret.ts";

/** Milliseconds for which a function keeps a value, so that it gets a new one some day. */
const KEPT = 300_000;

const client = defineClient({
  bindings: ["arn"],
  create: ({ arn }): SecretClient => {
    let kept: { text: string; time: number } | undefined;
    return {
      async value() {
        if (kept === undefined || Date.now() - kept.time > KEPT) {
          kept = { text: await secretText(arn), time: Date.now() };
        }
        return kept.text;
      },
    };
  },
});

export class AwsSecret implements Infra {
  readonly client = client;
  readonly outputs: { arn: Property<string> };

  constructor({ name, component, value }: SecretSpec) {
    this.outputs = { arn: storedSecret(name, value, component).arn };
  }

  grant(method: string): Grant | undefined {
    if (method !== "value") return undefined;
    return { permissions: [{ actions: ["secretsmanager:GetSecretValue"], resource: this.outputs.arn }] };
  }
}
