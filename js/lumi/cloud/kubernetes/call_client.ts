// Calls of functions in other pods. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import type { FunctionClient } from "../function.ts";
import { originHeaders } from "../local/service.ts";
import type { RouterClient } from "../router.ts";
import type { ServiceClient } from "../service.ts";
import { traceparent } from "../telemetry.ts";

/** The platform of each pod is that of `lumi closure serve`, which has one function there. */
export const callClient = defineClient({
  bindings: ["name", "address", "token"],
  create: ({ name, address, token }): FunctionClient<unknown[], unknown> => ({
    async call(...args) {
      const response = await fetch(`http://${address}/_lumi/functions/${name}`, {
        method: "POST",
        headers: { ...originHeaders(), authorization: `Bearer ${token}` },
        body: JSON.stringify(args),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`the call of ${name} failed: ${answer.error}`);
      return answer.result;
    },
  }),
});

/** Requests to a pod with the trace of the caller. */
const requesting = (base: string) => (path: string, init?: RequestInit): Promise<Response> => {
  const headers = new Headers(init?.headers);
  const trace = traceparent();
  if (trace !== undefined) headers.set("traceparent", trace);
  return fetch(`${base}${path}`, { ...init, headers });
};

export const serviceClient = defineClient({
  bindings: ["url"],
  create: ({ url }): ServiceClient => ({ fetch: requesting(url), url: () => Promise.resolve(url) }),
});

export const routerClient = defineClient({
  bindings: ["address"],
  create: ({ address }): RouterClient => ({ fetch: requesting(`http://${address}`) }),
});
