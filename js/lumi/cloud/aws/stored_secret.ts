// Secrets of Secrets Manager.

import type { Input } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { namePrefix } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";

/** Stores a secret text; answers the version, whose `arn` is that of the secret. A deleted name is free again only after days. */
export function storedSecret(name: string, secretString: Input<string>, parent: Resource): AwsResource {
  const secret = resource("secretsmanager_secret", name, { namePrefix: namePrefix(name, 64) }, parent);
  return resource("secretsmanager_secret_version", name, { secretId: secret.id, secretString }, parent);
}
