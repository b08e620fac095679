// Requests to services from functions. This code is a part of bundles.

import { defineClient } from "../../../property/client.ts";
import type { ServiceClient } from "../../program/service.ts";
import { tracedFetch } from "../../telemetry.ts";

export const serviceClient = defineClient({
  bindings: ["url"],
  create: ({ url }): ServiceClient => ({
    url: () => Promise.resolve(url),
    fetch: (path, init) => tracedFetch(`${url}${path}`, init),
  }),
});
