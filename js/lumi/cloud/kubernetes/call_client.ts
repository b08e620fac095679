// Calls of functions in other pods. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import type { FunctionClient } from "../function.ts";
import { originHeaders } from "../local/service.ts";
import type { RouterClient } from "../router.ts";
import type { ServiceClient } from "../program/service.ts";
import type { SiteClient } from "../site/site.ts";
import { tracedFetch } from "../telemetry.ts";

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

const requesting = (base: string) => (path: string, init?: RequestInit) => tracedFetch(`${base}${path}`, init);

export const serviceClient = defineClient({
  bindings: ["url"],
  create: ({ url }): ServiceClient => ({ fetch: requesting(url), url: () => Promise.resolve(url) }),
});

export const siteClient = defineClient({
  bindings: ["address"],
  create: ({ address }): SiteClient => ({ fetch: requesting(`http://${address}`) }),
});

export const routerClient = defineClient({
  bindings: ["address"],
  create: ({ address }): RouterClient => ({
    fetch: requesting(`http://${address}`),
    connect: (path, protocols = []) => new WebSocket(`ws://${address}${path}`, protocols),
  }),
});
