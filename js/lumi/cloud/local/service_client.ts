// Requests to services by the platform. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import type { ServiceClient } from "../program/service.ts";
import { tracedFetch } from "../telemetry.ts";
import { service } from "./service.ts";

export const serviceClient = defineClient({
  bindings: ["name"],
  create: ({ name }): ServiceClient => {
    let known: Promise<string> | undefined;
    const asked = async () => {
      const { path } = await (await service("POST", `services/${name}`)).json();
      return `${process.env["LUMI_PLATFORM"]}${path}`;
    };
    const url = () =>
      known ??= asked().catch((error) => {
        known = undefined;
        throw error;
      });
    return {
      url,
      fetch: async (path, init) => tracedFetch(`${await url()}${path}`, init),
    };
  },
});

declare const process: { readonly env: Record<string, string | undefined> };
