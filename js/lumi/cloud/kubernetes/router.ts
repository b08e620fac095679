// Routers on Kubernetes: a function with routes, and a route of the Gateway to its service.

import type { ComponentSpec, Grant, RouteHandler, RouterInfra } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { routerClient } from "./call_client.ts";
import type { KubernetesFunctionArgs } from "./function_facts.ts";
import { object } from "./manifest.ts";
import { objectName, PORT, serviceAddress } from "./names.ts";
import { gatewayOf, routerHost } from "./settings.ts";

export class KubernetesRouter implements RouterInfra {
  readonly client = routerClient;
  readonly outputs: { address: string; url?: string };
  readonly #spec: ComponentSpec;

  constructor(spec: ComponentSpec) {
    const { name, component } = this.#spec = spec;
    const [id, gateway, host] = [objectName(name), gatewayOf(name), routerHost(name)];
    this.outputs = { address: serviceAddress(id), ...host === undefined ? {} : { url: `https://${host}` } };
    if (gateway === undefined) return;
    const { name: gatewayName, namespace } = gateway;
    object("HTTPRoute", name, {
      objectName: id,
      spec: {
        parentRefs: [{ group: "gateway.networking.k8s.io", kind: "Gateway", name: gatewayName, namespace }],
        ...host === undefined ? {} : { hostnames: [host] },
        // The platform finds the route of a request, as it does for all targets.
        rules: [{
          matches: [{ path: { type: "PathPrefix", value: "/" } }],
          backendRefs: [{ name: id, port: PORT }],
        }],
      },
    }, component);
  }

  serve({ name, routes, handler, args }: RouteHandler): void {
    const triggers = routes.then((all) => all.map(({ method, path }) => ({ type: "http", method, path })));
    // The events of the platform are those of the contract, as are the answers.
    const own: KubernetesFunctionArgs = { triggers: triggers as unknown as object[] };
    eventFunction(this.#spec.component, { name, handler, args, own });
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch") return undefined;
    return { permissions: [{ actions: ["routers:fetch"], resource: objectName(this.#spec.name) }] };
  }
}
