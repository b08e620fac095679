// An app: a deployment, and a service in front of it.

import { ComponentResource, type ComponentResourceOptions, CustomResource, type Input, type Property } from "lumi";

export interface AppArgs {
  namespace: Input<string>;
  image: string;
  port: number;
  replicas?: number;
  environment?: Record<string, Input<string>>;
}

/** The part of a cluster's objects that is read here. */
export interface ClusterObject {
  metadata: { name: string };
}

export class App extends ComponentResource {
  /** The name other apps of the same namespace reach it by. */
  readonly host: Property<string>;

  constructor(name: string, args: AppArgs, options?: ComponentResourceOptions) {
    const { namespace, image, port, replicas = 1, environment = {} } = args;
    super("guestbook:app:App", name, {}, options);
    const labels = { app: name };

    const deployment = new CustomResource<ClusterObject>("kubernetes:apps/v1:Deployment", name, {
      metadata: { name, namespace, labels },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [{
              name,
              image,
              ports: [{ containerPort: port }],
              env: Object.entries(environment).map(([name, value]) => ({ name, value })),
            }],
          },
        },
      },
    }, { parent: this, customTimeouts: { create: "5m" } });

    const service = new CustomResource<ClusterObject>("kubernetes:core/v1:Service", name, {
      metadata: { name, namespace, labels },
      spec: { selector: labels, ports: [{ port }] },
    }, { parent: this, dependsOn: deployment });

    this.host = service.metadata.name;
    this.registerOutputs({ host: this.host });
  }
}
