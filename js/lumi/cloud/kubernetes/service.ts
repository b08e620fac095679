// Services on Kubernetes: a Deployment of an image of the program, with an account, a secret and a policy of the network.

import { derive, unsecret } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { Password } from "../../std/random.ts";
import type { Grant, Infra, ServiceSpec } from "../contract.ts";
import { serviceClient } from "./call_client.ts";
import { openVariables } from "./function_code.ts";
import { keyedHash, secretVariables } from "./function_secrets.ts";
import { labelsOf, namespace, object, selectorOf } from "./manifest.ts";
import { objectName, PORT, serviceAddress } from "./names.ts";
import { callersOf, egressOf, tcp, usingLabels } from "./network_policy.ts";
import { type Allowed, serviceResource, type Uses, usesOf } from "./permissions.ts";
import { variable } from "./pods.ts";

export class KubernetesService implements Infra {
  static readonly features = ["replicas"];

  readonly client = serviceClient;
  readonly outputs: { url: string };
  readonly #id: string;
  readonly #port: number;

  constructor(spec: ServiceSpec) {
    const { name, port = PORT, permissions } = spec;
    if (spec.image === undefined) {
      throw new TypeError(
        `the target "kubernetes" runs images: the Service "${name}" needs an \`image\` that has its program`,
      );
    }
    this.#port = port;
    // Functions and routers may have the same name.
    const id = this.#id = objectName(`service-${name}`);
    this.outputs = { url: `http://${serviceAddress(id)}` };
    const uses = derive(permissions, (all: Allowed[]) => usesOf(id, all)) as unknown as Property<Uses>;
    objectsOf({ spec, id, port, uses });
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch" && method !== "url") return undefined;
    const resource = serviceResource({ id: this.#id, port: this.#port });
    return { permissions: [{ actions: ["services:fetch"], resource }] };
  }
}

/** The facts about a service that its objects are made of. */
interface ServiceFacts {
  readonly spec: ServiceSpec;
  /** The name of the objects, and of the user of NATS. */
  readonly id: string;
  /** The port of the program. */
  readonly port: number;
  readonly uses: Property<Uses>;
}

function objectsOf(facts: ServiceFacts): void {
  const { spec: { name, component, environment, replicas, net, links }, id, port, uses } = facts;
  const named = { objectName: id };
  const selector = selectorOf(id, "service");
  const account = object("ServiceAccount", name, { ...named, automountServiceAccountToken: false }, component);
  type Values = [Record<string, string>, Uses];
  const stringData = derive([environment, uses], ([own, uses]: Values) => ({
    ...own,
    ...openVariables(id, uses),
    ...secretVariables(id, uses),
  }));
  const secret = object("Secret", name, { ...named, stringData }, component);
  object("NetworkPolicy", name, {
    ...named,
    spec: derive(uses, (uses: Uses) => ({
      podSelector: { matchLabels: selector },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ ...callersOf(id), ports: tcp(port) }],
      egress: egressOf(uses, net),
    })),
  }, component);
  const spec = { replicas, selector: { matchLabels: selector }, template: templateOf(facts, stringData) };
  const dependsOn = [namespace(), account, secret, ...links] satisfies Resource[];
  object("Deployment", name, { ...named, spec }, component, dependsOn);
  // All services have the same port for others.
  const ports = [{ name: "http", port: PORT, targetPort: port }];
  object("Service", name, { ...named, spec: { selector, ports } }, component);
}

function templateOf({ spec, id, port, uses }: ServiceFacts, variables: unknown): object {
  const { name, component, image, command, health, startTimeout, grace } = spec;
  // Tells that variables have changed, and nothing of them.
  const { result: key } = new Password(`${name}.key`, { length: 40, special: false }, { parent: component });
  const version = unsecret(derive([key, variables], ([key, content]: [string, object]) => keyedHash(key, content)));
  const probe = health === undefined ? { tcpSocket: { port } } : { httpGet: { path: health, port } };
  return {
    metadata: {
      labels: derive(uses, (uses: Uses) => ({ ...labelsOf(id, "service"), ...usingLabels(uses) })),
      annotations: { "lumi/secrets": version },
    },
    spec: {
      serviceAccountName: id,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: Math.ceil(grace),
      containers: [{
        name: "service",
        image,
        ...command === undefined ? {} : { command },
        env: [variable("PORT", String(port))],
        envFrom: [{ secretRef: { name: id } }],
        ports: [{ name: "http", containerPort: port }],
        startupProbe: { ...probe, periodSeconds: 1, failureThreshold: Math.max(1, Math.ceil(startTimeout)) },
        readinessProbe: { ...probe, periodSeconds: 5 },
        livenessProbe: { ...probe, periodSeconds: 5, failureThreshold: 3 },
        resources: { requests: { cpu: "50m", memory: "64Mi" } },
        // The user is that of the image.
        securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
      }],
    },
  };
}
