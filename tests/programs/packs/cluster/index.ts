// A stack transform, a reference to another stack, and a provider of its own.

import {
  CustomResource,
  getStack,
  interpolate,
  ProviderResource,
  registerStackTransform,
  secret,
  StackReference,
} from "lumi";
import { App, type ClusterObject } from "./app.ts";
import { withLabels } from "./labels.ts";

registerStackTransform(withLabels);

const infrastructure = new StackReference(`cluster-${getStack()}`);
const cluster = new ProviderResource("kubernetes", "cluster", {
  kubeconfig: secret(infrastructure.requireOutput("kubeconfig")),
});
const providers = [cluster];

const namespace = new CustomResource<ClusterObject>("kubernetes:core/v1:Namespace", "guestbook", {
  metadata: { name: "guestbook" },
}, { provider: cluster });

// Taken from the namespace, so all that stands in it is created after it.
const place = { namespace: namespace.metadata.name };

const store = new App("store", { ...place, image: "valkey/valkey:8", port: 6379 }, { providers });

const web = new App("web", {
  ...place,
  image: "acme/guestbook:2",
  port: 8080,
  replicas: 3,
  environment: { STORE: interpolate`redis://${store.host}:6379` },
}, { providers });

export const host = web.host;
