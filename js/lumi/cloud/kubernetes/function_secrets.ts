// The secret of a function: the token of its callers, secret variables, and users of NATS.

import { derive, jsonStringify, unsecret } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import { hexadecimal } from "../hexadecimal.ts";
import type { Facts } from "./function_facts.ts";
import type { NatsPermissions } from "./nats/jwt.ts";
import { natsServer } from "./nats_server.ts";
import type { Uses } from "./permissions.ts";
import { objectStorage } from "./settings.ts";

/** The keys of the secret. */
export const CALL_TOKEN = "token";
export const ENVIRONMENT = "environment.json";
export const SUBSCRIBER_TOKEN = "subscriber-token";

export interface FunctionSecrets {
  readonly stringData: Record<string, unknown>;
  /** A text that changes with the secrets, and tells nothing of them. */
  readonly version: Property<string>;
}

export function secretsOf({ id, made: { closure }, uses, token, subscription }: Facts): FunctionSecrets {
  type Values = [Record<string, string>, Uses];
  const environment = derive([closure.secretEnv, uses], ([own, uses]: Values) => ({
    ...own,
    ...secretVariables(id, uses),
  }));
  const stringData: Record<string, unknown> = { [CALL_TOKEN]: token, [ENVIRONMENT]: jsonStringify(environment) };
  if (subscription !== undefined) {
    const user = subscriberName(id);
    stringData[SUBSCRIBER_TOKEN] = natsServer().user(user, subscriberPermissions(user, subscription));
  }
  const version = derive([token, stringData], ([key, content]: [string, object]) => keyedHash(key, content));
  return { stringData, version: unsecret(version) as unknown as Property<string> };
}

/** The secret variables of clients. */
export function secretVariables(id: string, { nats, usesBuckets }: Uses): Record<string, unknown> {
  return {
    ...nats.publish.length === 0 ? {} : { LUMI_NATS_TOKEN: natsServer().user(id, nats) },
    ...usesBuckets ? { AWS_SECRET_ACCESS_KEY: objectStorage().secretKey } : {},
  };
}

/** The user of NATS of the process beside a function; names of functions have no underscore. */
export const subscriberName = (id: string) => `${id}_subscriber`;

function subscriberPermissions(user: string, plan: NonNullable<Facts["subscription"]>): NatsPermissions {
  const { stream, consumers, deadLetters } = plan;
  const taking = consumers.flatMap((it) => [
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${it}`,
    `$JS.ACK.${stream}.${it}.>`,
  ]);
  return {
    publish: deadLetters === undefined ? taking : [...taking, deadLetters],
    subscribe: [`_INBOX.${user}.>`],
  };
}

/** HMAC with the token as its key, which is not known to those who see the result. */
export async function keyedHash(key: string, content: object): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes(key), algorithm, false, ["sign"]);
  return hexadecimal(await crypto.subtle.sign("HMAC", imported, bytes(JSON.stringify(content)))).slice(0, 16);
}
