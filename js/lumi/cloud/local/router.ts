// Routers of the platform on this machine.

import { defineClient } from "../../property/client.ts";
import type { ComponentSpec, Grant, RouteHandler, RouterInfra } from "../contract.ts";
import { eventFunction } from "../function.ts";
import type { RouterClient } from "../router.ts";
import { tracedFetch } from "../telemetry.ts";
import type { LocalFunctionArgs } from "./function.ts";
import { streamReplies } from "./stream_replies.ts";

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
    const adapted = isStreaming ? streamReplies(handler) : handler;
    const own = { triggers } satisfies LocalFunctionArgs;
    eventFunction(this.#spec.component, { name, handler: adapted, args, own });
  }

  grant(method: string): Grant | undefined {
    return method === "fetch" || method === "connect" ? {} : undefined;
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
