// A service: a container that runs a number of times behind a load balancer.

import {
  ComponentResource,
  type ComponentResourceOptions,
  CustomResource,
  type Input,
  interpolate,
  jsonStringify,
  type Property,
} from "lumi";
import type { Network } from "./network.ts";

export interface ServiceArgs {
  image: Input<string>;
  network: Network;
  /** How many containers run; 1 if not given. */
  replicas?: number;
  /** The port of the container; 80 if not given. */
  port?: number;
  environment?: Record<string, Input<string>>;
}

export class Service extends ComponentResource {
  readonly url: Property<string>;

  constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions) {
    const { image, network, replicas = 1, port = 80, environment = {} } = args;
    if (!Number.isInteger(replicas) || replicas < 1) {
      throw new RangeError(`service "${name}" must have 1 replica or more, not ${replicas}`);
    }
    super("shop:service:Service", name, { image, replicas, port }, options);

    const balancer = new CustomResource<{ dnsName: string }>("aws:lb/loadBalancer:LoadBalancer", name, {
      subnets: network.subnetIds,
    }, { parent: this });

    const targets = new CustomResource("aws:lb/targetGroup:TargetGroup", name, {
      vpcId: network.vpcId,
      protocol: "HTTP",
      port,
    }, { parent: this });

    const listener = new CustomResource("aws:lb/listener:Listener", name, {
      loadBalancerArn: balancer.id,
      port: 80,
      defaultActions: [{ type: "forward", targetGroupArn: targets.id }],
    }, { parent: this });

    const task = new CustomResource("aws:ecs/taskDefinition:TaskDefinition", name, {
      family: name,
      containerDefinitions: jsonStringify([{
        name,
        image,
        portMappings: [{ containerPort: port }],
        environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
      }]),
    }, { parent: this });

    // The service refuses targets that nothing listens for, but names no listener.
    new CustomResource("aws:ecs/service:Service", name, {
      taskDefinition: task.id,
      desiredCount: replicas,
      networkConfiguration: { subnets: network.subnetIds },
      loadBalancers: [{ targetGroupArn: targets.id, containerName: name, containerPort: port }],
    }, { parent: this, dependsOn: listener });

    this.url = interpolate`http://${balancer.dnsName}`;
    this.registerOutputs({ url: this.url });
  }
}
