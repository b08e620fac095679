// The names of things in Kubernetes.

import { getProject, getStack } from "../../session/run_context.ts";
import { nameHash } from "../name_hash.ts";

/** The port of all functions. */
export const PORT = 8080;

/** A name that is valid for every kind of thing; one that has to be changed ends with a hash. `lumi-` is for things of the target. */
export function objectName(name: string, limit = 63): string {
  if (name.length <= limit && /^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name) && !name.startsWith("lumi-")) return name;
  const end = `-${nameHash(name)}`;
  const start = /^[a-z]/.test(name) && !name.startsWith("lumi-") ? name : `f-${name}`;
  return start.slice(0, limit - end.length).replace(/-+$/, "") + end;
}

/** The namespace of the stack. */
export function namespaceName(): string {
  const whole = `${getProject()}-${getStack()}`.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "");
  return objectName(whole.replace(/-+$/, ""));
}

/** The host of a service in the cluster. */
export const serviceHost = (service: string) => `${service}.${namespaceName()}.svc`;

/** The host and the port of a service in the cluster. */
export function serviceAddress(service: string, port: number = PORT): string {
  return `${serviceHost(service)}:${port}`;
}

/** The first digits of SHA-256, for names that change with a content. */
export async function contentHash(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 6)].map((it) => it.toString(16).padStart(2, "0")).join("");
}
