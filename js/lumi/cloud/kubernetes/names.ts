// The names of things in Kubernetes.

import { getProject, getStack } from "../../session/run_context.ts";
import { textHash } from "../hexadecimal.ts";
import { nameHash } from "../name_hash.ts";

/** The port of all functions. */
export const PORT = 8080;

/** The beginnings of names of things of the target, and of components whose objects have their kind in the name. */
const OF_TARGET = /^lumi-/;
const OF_KINDS = /^(daemon|database|lumi|service|site)-/;

/** A name that is valid for every kind of thing; one that has to be changed ends with a hash. `lumi-` is for things of the target. */
export function objectName(name: string, limit = 63): string {
  return validName(name, limit, OF_TARGET);
}

/** The name of the objects of a function or a router, which no other component has: a Site `web` has `site-web`. */
export function functionObjectName(name: string, limit = 63): string {
  return validName(name, limit, OF_KINDS);
}

function validName(name: string, limit: number, taken: RegExp): string {
  const isFree = !taken.test(name);
  if (name.length <= limit && /^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name) && isFree) return name;
  const end = `-${nameHash(name)}`;
  const start = /^[a-z]/.test(name) && isFree ? name : `f-${name}`;
  return start.slice(0, limit - end.length).replace(/-+$/, "") + end;
}

/** The namespace of the stack. */
export function namespaceName(): string {
  const whole = `${getProject()}-${getStack()}`.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "");
  return objectName(whole.replace(/-+$/, ""));
}

/**
 * The name of a bucket. A server of S3 has those of many stacks, which a hash keeps apart if the project or the stack has more than
 * small letters and digits.
 */
export function bucketName(name: string): string {
  const isClear = [getProject(), getStack()].every((it) => /^[a-z0-9]+$/.test(it));
  if (isClear) return objectName(`${namespaceName()}-${name}`);
  const end = `-${nameHash(JSON.stringify([getProject(), getStack(), name]))}`;
  return `${namespaceName()}-${name}`.slice(0, 63 - end.length).replace(/-+$/, "") + end;
}

/** The host of a service in the cluster. */
export const serviceHost = (service: string) => `${service}.${namespaceName()}.svc`;

/** The host and the port of a service in the cluster. */
export function serviceAddress(service: string, port: number = PORT): string {
  return `${serviceHost(service)}:${port}`;
}

/** The first digits of SHA-256, for names that change with a content. */
export async function contentHash(content: unknown): Promise<string> {
  return (await textHash(JSON.stringify(content))).slice(0, 12);
}
