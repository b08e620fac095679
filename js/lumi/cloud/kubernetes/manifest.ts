// Objects of Kubernetes, by Pulumi's provider: its inputs are those of the API of Kubernetes.

import type { Inputs } from "../../property/property_types.ts";
import { CustomResource } from "../../resource/custom_resource.ts";
import type { Resource } from "../../resource/resource.ts";
import { getProject } from "../../session/run_context.ts";
import { single } from "../single.ts";
import { namespaceName } from "./names.ts";

/** The kinds of objects, with the versions of their APIs. */
const VERSIONS = {
  ConfigMap: "v1",
  CronJob: "batch/v1",
  DaemonSet: "apps/v1",
  Deployment: "apps/v1",
  HTTPRoute: "gateway.networking.k8s.io/v1",
  Job: "batch/v1",
  Namespace: "v1",
  NetworkPolicy: "networking.k8s.io/v1",
  Secret: "v1",
  Service: "v1",
  ServiceAccount: "v1",
  StatefulSet: "apps/v1",
};

export type Kind = keyof typeof VERSIONS;

/** The parts of an object besides its version and its kind. */
export interface ObjectParts {
  /** Its name in Kubernetes; that of the resource by default. */
  readonly objectName?: unknown;
  readonly annotations?: unknown;
  /** Members such as `spec` and `data`. */
  readonly [member: string]: unknown;
}

/** An object of the namespace of the stack, of which `name` is the name in the program. */
export function object(
  kind: Kind,
  name: string,
  parts: ObjectParts,
  parent: Resource | undefined,
  dependsOn: unknown = [namespace()],
): Resource {
  takeName(kind, parts.objectName ?? name, name);
  return made(kind, name, namespaceName(), parts, parent, dependsOn);
}

/** Refuses an object whose name another one of its kind has: a component may be called as the hashed name of another one. */
function takeName(kind: Kind, objectName: unknown, name: string): void {
  if (typeof objectName !== "string") return;
  const taken = single("names of objects", () => new Map<string, string>());
  const other = taken.get(`${kind} ${objectName}`);
  if (other !== undefined) {
    throw new TypeError(
      `"${other}" and "${name}" would have the same ${kind} ${objectName} in Kubernetes: give one of them another name`,
    );
  }
  taken.set(`${kind} ${objectName}`, name);
}

/** The namespace of the stack. */
export function namespace(): Resource {
  return single("namespace",
    () => made("Namespace", "namespace", undefined, { objectName: namespaceName() }, undefined));
}

function made(
  kind: Kind,
  name: string,
  space: string | undefined,
  { objectName = name, annotations, ...members }: ObjectParts,
  parent: Resource | undefined,
  dependsOn: unknown = [],
): Resource {
  const apiVersion = VERSIONS[kind];
  const metadata = {
    name: objectName,
    ...space === undefined ? {} : { namespace: space },
    labels: { "app.kubernetes.io/managed-by": "lumi" },
    ...annotations === undefined ? {} : { annotations },
  };
  const inputs = { apiVersion, kind, metadata, ...members } as Inputs;
  const group = apiVersion === "v1" ? "core/v1" : apiVersion;
  const options = { parent, dependsOn } as { parent?: Resource };
  return new CustomResource(`kubernetes:${group}:${kind}`, name, inputs, options);
}

/** The kinds of pods. */
export type Role = "daemon" | "database" | "function" | "nats" | "service" | "setup";

/** The labels of an object, and of the pods that it makes. */
export function labelsOf(name: string, role: Role): Record<string, string> {
  return {
    ...selectorOf(name, role),
    "app.kubernetes.io/part-of": getProject().replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 63),
    "app.kubernetes.io/managed-by": "lumi",
  };
}

/** The labels by which services and policies find pods. */
export const selectorOf = (name: string, role: Role) => ({
  "app.kubernetes.io/name": name,
  "app.kubernetes.io/component": role,
});
