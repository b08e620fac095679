// A guestbook in a Kubernetes cluster that another stack made.

import { getStack, interpolate, registerStackTransform, secret, StackReference } from "lumi";
import * as kubernetes from "lumi:kubernetes";
import { App } from "./app.ts";
import { withLabels } from "./labels.ts";

registerStackTransform(withLabels);

const infrastructure = new StackReference(`cluster-${getStack()}`);
const cluster = new kubernetes.Provider("cluster", {
  host: infrastructure.requireOutput("host"),
  clusterCaCertificate: infrastructure.requireOutput("caCertificate"),
  token: secret(infrastructure.requireOutput("token")),
});
const providers = [cluster];

const namespace = new kubernetes.NamespaceV1("guestbook", {
  metadata: { name: "guestbook" },
}, { provider: cluster });

// The id of a namespace is its name, so all that stands in it is created after it.
const place = { namespace: namespace.id };

const store = new App("store", { ...place, image: "valkey/valkey:8", port: 6379 }, { providers });

const web = new App("web", {
  ...place,
  image: "acme/guestbook:2",
  port: 8080,
  replicas: 3,
  environment: { STORE: interpolate`redis://${store.host}:6379` },
}, { providers });

export const host = web.host;
