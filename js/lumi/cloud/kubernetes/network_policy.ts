// Policies of the network for the pods of a function.

import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Facts } from "./function_facts.ts";
import { selectorOf } from "./manifest.ts";
import { PORT } from "./names.ts";
import { NATS, NATS_PORT } from "./nats_server.ts";
import type { Uses } from "./permissions.ts";

/** The label of pods that may call a function. */
export const callerLabel = (id: string) => `lumi-calls/${id}`;

const tcp = (port: number) => [{ protocol: "TCP", port }];

/** The specification of a NetworkPolicy: callers, and what the function uses. Hosts are distinguished by the platform of the pod. */
export function policyOf({ id, spec: { net }, uses, triggers, subscription }: Facts): Property<object> {
  const callers = triggers === undefined
    ? { from: [{ podSelector: { matchLabels: { [callerLabel(id)]: "true" } } }] }
    : {};
  return derive(uses, ({ reached, nats, usesBuckets }: Uses) => {
    const dns = { ports: [{ protocol: "UDP", port: 53 }, ...tcp(53)] };
    const pods = reached.map((it) => ({
      to: [{ podSelector: { matchLabels: selectorOf(it, "function") } }],
      ports: tcp(PORT),
    }));
    const usesNats = nats.publish.length > 0 || subscription !== undefined;
    const storage = usesNats
      ? [{ to: [{ podSelector: { matchLabels: selectorOf(NATS, "nats") } }], ports: tcp(NATS_PORT) }]
      : [];
    return {
      podSelector: { matchLabels: selectorOf(id, "function") },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ ...callers, ports: tcp(PORT) }],
      // The network knows no names of hosts, so that one opens all.
      egress: net.length > 0 || usesBuckets ? [{}] : [dns, ...storage, ...pods],
    };
  }) as unknown as Property<object>;
}
