// Routers of the platform on this machine.

import { defineClient } from "../../property/client.ts";
import type { ComponentSpec, Grant, HttpEvent, RouteHandler, RouterInfra, WebSocketHandlers } from "../contract.ts";
import { eventFunction } from "../function.ts";
import type { RouterClient } from "../router.ts";
import { tracedFetch } from "../telemetry.ts";
import type { LocalFunctionArgs } from "./function.ts";

export class LocalRouter implements RouterInfra {
  static readonly features = ["streaming", "webSockets"];

  readonly client = defineClient({
    bindings: [],
    create: (): RouterClient => ({
      fetch: (path, init) => tracedFetch(`${process.env["LUMI_PLATFORM"]}${path}`, init),
      connect: (path, protocols = []) => new WebSocket(`${process.env["LUMI_PLATFORM"]}${path}`, protocols),
    }),
  });
  readonly #spec: ComponentSpec;

  constructor(spec: ComponentSpec) {
    this.#spec = spec;
  }

  serve({ name, routes, handler, isStreaming, args }: RouteHandler): void {
    const triggers = routes.then((all) => all.map((route) => ({ type: "http", ...route })));
    // The events of the platform are those of the contract, as are the answers that are whole.
    const adapted = isStreaming ? streaming(handler) : handler;
    const own = { triggers } satisfies LocalFunctionArgs;
    eventFunction(this.#spec.component, { name, handler: adapted, args, own });
  }

  grant(method: string): Grant | undefined {
    return method === "fetch" || method === "connect" ? {} : undefined;
  }
}

/** A request of the platform that may become a WebSocket. */
interface StreamedEvent extends HttpEvent {
  accept(handlers: WebSocketHandlers): unknown;
}

/** The platform streams what a `Response` has, and takes WebSockets from the request. */
function streaming(handler: RouteHandler["handler"]) {
  return async function stream(event: StreamedEvent): Promise<unknown> {
    const reply = await handler(event);
    if (reply.webSocket !== undefined) return event.accept(reply.webSocket);
    return reply.response ?? reply;
  };
}

declare const process: { readonly env: Record<string, string | undefined> };
