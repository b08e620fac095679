// Functions on Kubernetes: pods of `lumi closure serve`, with an account, a secret and a policy of the network each.

import { derive } from "../../property/combinators.ts";
import type { Input, Property } from "../../property/property_types.ts";
import { Password } from "../../std/random.ts";
import type { FunctionNeeds, FunctionSpec, Grant, Infra, Route } from "../contract.ts";
import { callClient } from "./call_client.ts";
import { codeOf } from "./function_code.ts";
import type { Facts, KubernetesFunctionArgs } from "./function_facts.ts";
import { secretsOf } from "./function_secrets.ts";
import { namespace, object, selectorOf } from "./manifest.ts";
import { functionObjectName, PORT, serviceAddress } from "./names.ts";
import { policyOf } from "./network_policy.ts";
import { type Allowed, type Uses, usesOf } from "./permissions.ts";
import { workloadOf } from "./workload.ts";

/** CronJobs add eleven characters to their names. */
const MAX_SCHEDULE_NAME = 52;
const MAX_NAME = 63;

export class KubernetesFunction implements Infra {
  static readonly features = ["circuitBreaker", "concurrency", "rateLimit", "retries", "timeout"];

  readonly client = callClient;
  readonly outputs: { name: string; address: string; token: Property<string> };
  readonly #id: string;

  constructor(spec: FunctionSpec) {
    const { name, component, handler, own } = spec;
    // The platform of a pod passes arguments of calls and events as they are.
    const made = spec.code(handler);
    const args = (own ?? {}) as KubernetesFunctionArgs;
    const id = this.#id = functionObjectName(name, args.schedule === undefined ? MAX_NAME : MAX_SCHEDULE_NAME);
    const { result: token } = new Password(`${name}.token`, { length: 40, special: false }, { parent: component });
    this.outputs = { name, address: serviceAddress(id), token };
    type Values = [FunctionNeeds, Allowed[]];
    const uses = derive([made.needs, made.own],
      ([{ permissions }, own]: Values) => usesOf(id, [...permissions, ...own])) as unknown as Property<Uses>;
    objectsOf({ ...args, name, id, spec, made, uses, token });
  }

  grant(method: string): Grant | undefined {
    if (method !== "call") return undefined;
    return { permissions: [{ actions: ["functions:call"], resource: this.#id }] };
  }
}

function objectsOf(facts: Facts): void {
  const { name, id, spec: { component, takesEvents }, made, uses, triggers, links = [] } = facts;
  const named = { objectName: id };
  const account = object("ServiceAccount", name, {
    ...named,
    automountServiceAccountToken: false,
    // The token of the user of NATS says this, too, but no plan shows what is in it.
    annotations: derive(uses,
      ({ nats }: Uses) => nats.publish.length === 0 ? {} : { "lumi/nats-publish": nats.publish.join(" ") }),
  }, component);
  const code = codeOf(facts);
  const bundle = object("ConfigMap", name, { objectName: code.name, data: code.data, immutable: true }, component);
  const { stringData, version } = secretsOf(facts);
  const secret = object("Secret", name, { ...named, stringData }, component);
  object("NetworkPolicy", name, { ...named, spec: policyOf(facts) }, component);
  const dependsOn = made.links.then((all) => [namespace(), account, bundle, secret, ...links, ...all] as never);
  workloadOf(facts, { configMap: code.name, secrets: version }, dependsOn);
  // Nothing calls what gets messages.
  if (takesEvents && triggers === undefined) return;
  object("Service", name, {
    ...named,
    spec: { selector: selectorOf(id, "function"), ports: portsOf(facts) },
  }, component);
}

/** The ports of the service. A Gateway may pass WebSockets only if the port has their protocol, which is HTTP at its beginning. */
function portsOf({ triggers }: Facts): Input<object[]> {
  const port = { name: "http", port: PORT, targetPort: PORT };
  if (triggers === undefined) return [port];
  const ports = derive(triggers, (all: Partial<Route>[]) => {
    const hasSockets = all.some(({ takes }) => takes === "webSocket");
    return [hasSockets ? { ...port, appProtocol: "kubernetes.io/ws" } : port];
  });
  return ports as unknown as object[];
}
