// Policies of the network for the pods of a function.

import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Facts } from "./function_facts.ts";
import { type Role, selectorOf } from "./manifest.ts";
import { PORT } from "./names.ts";
import { NATS, NATS_CLIENT, NATS_PORT } from "./nats_server.ts";
import type { Uses } from "./permissions.ts";

/** The label of pods that may call a function. */
export const callerLabel = (id: string) => `lumi-calls/${id}`;

export const tcp = (port: number) => [{ protocol: "TCP", port }];

/** The labels by which policies let pods reach what they use. */
export function usingLabels({ nats, reached, services, databases }: Uses): Record<string, string> {
  const called = [...reached, ...[...services, ...databases].map((it) => it.id)];
  return {
    ...nats.publish.length > 0 ? NATS_CLIENT : {},
    ...Object.fromEntries(called.map((it) => [callerLabel(it), "true"])),
  };
}

/** The rules for what pods reach; `usesNats` beyond publishing. Hosts outside have no names in the network, so that one opens all. */
export function egressOf(
  { reached, services, databases, outside, nats, usesBuckets }: Uses,
  net: readonly string[],
  usesNats = false,
): object[] {
  if (net.length > 0 || outside.length > 0 || usesBuckets) return [{}];
  const to = (name: string, role: Role, port: number) => ({
    to: [{ podSelector: { matchLabels: selectorOf(name, role) } }],
    ports: tcp(port),
  });
  return [
    { ports: [{ protocol: "UDP", port: 53 }, ...tcp(53)] },
    ...usesNats || nats.publish.length > 0 ? [to(NATS, "nats", NATS_PORT)] : [],
    ...reached.map((it) => to(it, "function", PORT)),
    ...services.map(({ id, port }) => to(id, "service", port)),
    ...databases.map(({ id, port }) => to(id, "database", port)),
  ];
}

/** The rule for those that may call a pod. */
export const callersOf = (id: string) => ({ from: [{ podSelector: { matchLabels: { [callerLabel(id)]: "true" } } }] });

/** The specification of a NetworkPolicy: callers, and what the function uses. Hosts are distinguished by the platform of the pod. */
export function policyOf({ id, spec: { net }, uses, triggers, subscription }: Facts): Property<object> {
  const callers = triggers === undefined ? callersOf(id) : {};
  return derive(uses, (uses: Uses) => ({
    podSelector: { matchLabels: selectorOf(id, "function") },
    policyTypes: ["Ingress", "Egress"],
    ingress: [{ ...callers, ports: tcp(PORT) }],
    egress: egressOf(uses, net, subscription !== undefined),
  })) as unknown as Property<object>;
}
