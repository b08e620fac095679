// Routers on Kubernetes: a function with routes, and a route of the Gateway to its service.

import type { ComponentSpec, Grant, RouteHandler, RouterInfra } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { streamReplies } from "../local/stream_replies.ts";
import { routerClient } from "./call_client.ts";
import type { KubernetesFunctionArgs } from "./function_facts.ts";
import { object } from "./manifest.ts";
import { functionObjectName, serviceAddress } from "./names.ts";
import { exposed, gatewayOf, type GatewayReference, routerHost } from "./settings.ts";

/** The permissions that the methods of the client need. */
const ACTIONS: Readonly<Record<string, string>> = { fetch: "routers:fetch", connect: "routers:connect" };

export class KubernetesRouter implements RouterInfra {
  static readonly features = ["streaming", "webSockets"];

  readonly client = routerClient;
  readonly outputs: { address: string; url?: string };
  readonly #spec: ComponentSpec;
  readonly #gateway: GatewayReference | undefined;
  readonly #host: string | undefined;

  constructor(spec: ComponentSpec) {
    const { name } = this.#spec = spec;
    this.#gateway = gatewayOf(`the Router "${name}"`);
    const host = this.#host = routerHost(name);
    this.outputs = {
      address: serviceAddress(functionObjectName(name)),
      ...host === undefined ? {} : { url: `https://${host}` },
    };
  }

  serve({ name, routes, handler, isStreaming, args }: RouteHandler): void {
    const { name: router, component } = this.#spec;
    const id = functionObjectName(router);
    // The platform finds the route of a request, as it does for all targets.
    if (this.#gateway !== undefined) {
      object("HTTPRoute", router, exposed(id, this.#gateway, this.#host, isStreaming), component);
    }
    const triggers = routes.then((all) => all.map((route) => ({ type: "http", ...route })));
    // The events of the platform are those of the contract, as are the answers that are whole.
    const adapted = isStreaming ? streamReplies(handler) : handler;
    const own: KubernetesFunctionArgs = { triggers: triggers as unknown as object[] };
    eventFunction(component, { name, handler: adapted, args, own });
  }

  grant(method: string): Grant | undefined {
    const action = ACTIONS[method];
    if (action === undefined) return undefined;
    return { permissions: [{ actions: [action], resource: functionObjectName(this.#spec.name) }] };
  }
}
