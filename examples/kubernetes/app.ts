// An app: a deployment, and a service in front of it.

import { ComponentResource, type ComponentResourceOptions, type Input, type Property } from "lumi";
import * as kubernetes from "lumi:kubernetes";

export interface AppArgs {
  namespace: Input<string>;
  image: string;
  port: number;
  replicas?: number;
  environment?: Record<string, Input<string>>;
}

export class App extends ComponentResource {
  /** The name that other apps of the cluster reach it by. */
  readonly host: Property<string>;

  constructor(name: string, args: AppArgs, options?: ComponentResourceOptions) {
    const { namespace, image, port, replicas = 1, environment = {} } = args;
    super("guestbook:app:App", name, {}, options);
    const labels = { app: name };

    const deployment = new kubernetes.DeploymentV1(name, {
      metadata: { name, namespace, labels },
      spec: {
        replicas: `${replicas}`,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            container: [{
              name,
              image,
              port: [{ containerPort: port }],
              env: Object.entries(environment).map(([name, value]) => ({ name, value })),
            }],
          },
        },
      },
    }, { parent: this, customTimeouts: { create: "5m" } });

    const service = new kubernetes.ServiceV1(name, {
      metadata: { name, namespace, labels },
      spec: { selector: labels, port: [{ port }] },
    }, { parent: this, dependsOn: deployment });

    // The id is `NAMESPACE/NAME`.
    this.host = service.id.then((id) => id.split("/").reverse().join("."));
    this.registerOutputs({ host: this.host });
  }
}
