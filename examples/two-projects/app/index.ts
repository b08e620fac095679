// The shop: what it must know of the network comes from the stack that deploys it.

import { getStack, interpolate, StackReference } from "lumi";
import { fs } from "lumi/std";

// The stack of the same name: dev in dev, prod in prod.
const network = new StackReference(`network/${getStack()}`);
const domain = network.requireOutput("domain");
const ports = network.requireOutput("ports");

const authority = new fs.File("authority", {
  path: `out/${getStack()}/authority.pem`,
  content: network.requireOutput("authorityPem"),
});

const environment = new fs.File("environment", {
  path: `out/${getStack()}/shop.env`,
  mode: "0600",
  content: interpolate`\
LISTEN=shop.${domain}:${ports.shop}
STOCK_URL=https://stock.${domain}:${ports.stock}/
JOIN_TOKEN=${network.requireOutput("joinToken")}
CA_FILE=${authority.path}
`,
});

export const url = interpolate`https://shop.${domain}:${ports.shop}/`;
export const settings = environment.path;
