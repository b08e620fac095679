// Values of Secrets Manager in functions. This code is a part of bundles.

import { callJson } from "./request.ts";

/** The text of a secret: the current one, or that of a version. */
export async function secretText(arn: string, version?: string): Promise<string> {
  const input = { SecretId: arn, VersionId: version };
  return (await callJson("secretsmanager", "secretsmanager.GetSecretValue", "1.1", input)).SecretString;
}

/** Sets the secret environment variables of a function, which are JSON in one secret, before its code is loaded. */
export async function loadSecretEnvironment(): Promise<void> {
  const { LUMI_SECRETS, LUMI_SECRETS_VERSION } = process.env;
  Object.assign(process.env, JSON.parse(await secretText(LUMI_SECRETS!, LUMI_SECRETS_VERSION)));
}

declare const process: { readonly env: Record<string, string | undefined> };
