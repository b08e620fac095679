// A shop of two services in one network. The components stand in modules of their own.

import { ProviderResource } from "lumi";
import { Network } from "./network.ts";
import { Service } from "./service.ts";

const europe = new ProviderResource("aws", "europe", { region: "eu-central-1" });

// All that stands below these components is created with this provider.
const options = { providers: [europe] };

const network = new Network("shop", { prefix: "10.0", zones: ["eu-central-1a", "eu-central-1b"] }, options);

const api = new Service("api", { image: "shop/api:1.4", network, port: 8080, replicas: 3 }, options);

const web = new Service("web", {
  image: "shop/web:2.0",
  network,
  environment: { API_URL: api.url },
}, options);

export const url = web.url;
export const apiUrl = api.url;
export const networkId = network.vpcId;
