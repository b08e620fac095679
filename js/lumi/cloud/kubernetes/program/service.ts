// Services on Kubernetes: a Deployment of an image of the program, with an account, a secret and a policy of the network.

import type { Grant, Infra, ServiceSpec } from "../../contract.ts";
import { serviceClient } from "../call_client.ts";
import { object, selectorOf } from "../manifest.ts";
import { objectName, PORT, serviceAddress } from "../names.ts";
import { callersOf, tcp } from "../network_policy.ts";
import { podsResource } from "../permissions.ts";
import { variable } from "../pods.ts";
import { podsOf, requireImage } from "./program.ts";

export class KubernetesService implements Infra {
  static readonly features = ["replicas"];

  readonly client = serviceClient;
  readonly outputs: { url: string };
  readonly #id: string;
  readonly #port: number;

  constructor(spec: ServiceSpec) {
    const { name, component, replicas, port = PORT } = spec;
    requireImage(`the Service "${name}"`, spec);
    this.#port = port;
    // Functions and routers may have the same name.
    const id = this.#id = objectName(`service-${name}`);
    this.outputs = { url: `http://${serviceAddress(id)}` };
    const ingress = [{ ...callersOf(id), ports: tcp(port) }];
    const { selector, template, dependsOn } = podsOf({
      spec,
      id,
      role: "service",
      ingress,
      container: containerOf(spec, port),
    });
    object("Deployment", name, { objectName: id, spec: { replicas, selector, template } }, component, dependsOn);
    // All services have the same port for others.
    const ports = [{ name: "http", port: PORT, targetPort: port }];
    object("Service", name, { objectName: id, spec: { selector: selectorOf(id, "service"), ports } }, component);
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch" && method !== "url") return undefined;
    const resource = podsResource({ id: this.#id, port: this.#port });
    return { permissions: [{ actions: ["services:fetch"], resource }] };
  }
}

function containerOf({ health, startTimeout }: ServiceSpec, port: number) {
  const probe = health === undefined ? { tcpSocket: { port } } : { httpGet: { path: health, port } };
  return {
    env: [variable("PORT", String(port))],
    ports: [{ name: "http", containerPort: port }],
    startupProbe: { ...probe, periodSeconds: 1, failureThreshold: Math.max(1, Math.ceil(startTimeout)) },
    readinessProbe: { ...probe, periodSeconds: 5 },
    livenessProbe: { ...probe, periodSeconds: 5, failureThreshold: 3 },
  };
}
