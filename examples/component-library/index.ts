// A shop of two services in one network. The components stand in modules of their own.

import { Network } from "./network.ts";
import { Service } from "./service.ts";

const network = new Network("shop", { domain: "shop.internal", zones: ["north", "south"] });

const api = new Service("api", { image: "shop/api:1.4", network, replicas: 3 });

const web = new Service("web", {
  image: "shop/web:2.0",
  network,
  environment: { API_URL: api.url },
});

export const url = web.url;
export const apiUrl = api.url;
export const hosts = network.hosts;
