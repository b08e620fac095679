// Secrets on AWS: functions have the ARN, and ask Secrets Manager for the value.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Input } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Grant, Infra, SecretSpec } from "../contract.ts";
import type { SecretClient } from "../secret.ts";
import { namePrefix } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";
import { secretText } from "./secret_values.ts";

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

/** Stores a secret text; answers the version, whose `arn` is that of the secret. A deleted name is free again only after days. */
export function storedSecret(name: string, secretString: Input<string>, parent: Resource): AwsResource {
  const secret = resource("secretsmanager_secret", name, { namePrefix: namePrefix(name, 64) }, parent);
  return resource("secretsmanager_secret_version", name, { secretId: secret.id, secretString }, parent);
}

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
