// Routers on Kubernetes: a function with routes, and a route of the Gateway to its service.

import type { ComponentSpec, Grant, RouteHandler, RouterInfra } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { routerClient } from "./call_client.ts";
import type { KubernetesFunctionArgs } from "./function_facts.ts";
import { object } from "./manifest.ts";
import { functionObjectName, serviceAddress } from "./names.ts";
import { exposed, gatewayOf, routerHost } from "./settings.ts";

export class KubernetesRouter implements RouterInfra {
  readonly client = routerClient;
  readonly outputs: { address: string; url?: string };
  readonly #spec: ComponentSpec;

  constructor(spec: ComponentSpec) {
    const { name, component } = this.#spec = spec;
    const [id, gateway, host] = [functionObjectName(name), gatewayOf(`the Router "${name}"`), routerHost(name)];
    this.outputs = { address: serviceAddress(id), ...host === undefined ? {} : { url: `https://${host}` } };
    // The platform finds the route of a request, as it does for all targets.
    if (gateway !== undefined) object("HTTPRoute", name, exposed(id, gateway, host), component);
  }

  serve({ name, routes, handler, args }: RouteHandler): void {
    const triggers = routes.then((all) => all.map(({ method, path }) => ({ type: "http", method, path })));
    // The events of the platform are those of the contract, as are the answers.
    const own: KubernetesFunctionArgs = { triggers: triggers as unknown as object[] };
    eventFunction(this.#spec.component, { name, handler, args, own });
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch") return undefined;
    return { permissions: [{ actions: ["routers:fetch"], resource: functionObjectName(this.#spec.name) }] };
  }
}
