// A network: one subnet in each zone, all of them reachable from outside.

import { ComponentResource, type ComponentResourceOptions, CustomResource, interpolate, type Property } from "lumi";

export interface NetworkArgs {
  /** The first two numbers of every address, such as `10.0`. */
  prefix: string;
  /** Names of the zones; each gets a subnet. */
  zones: readonly string[];
}

export class Network extends ComponentResource {
  readonly vpcId: Property<string>;
  readonly subnetIds: Property<string>[];

  constructor(name: string, { prefix, zones }: NetworkArgs, options?: ComponentResourceOptions) {
    super("shop:network:Network", name, { prefix, zones }, options);

    const vpc = new CustomResource<{ mainRouteTableId: string }>("aws:ec2/vpc:Vpc", name, {
      cidrBlock: `${prefix}.0.0/16`,
      tags: { Name: name },
    }, { parent: this });

    const gateway = new CustomResource("aws:ec2/internetGateway:InternetGateway", name, {
      vpcId: vpc.id,
      tags: { Name: interpolate`${name} in ${vpc.id}` },
    }, { parent: this });

    new CustomResource("aws:ec2/route:Route", `${name}-out`, {
      routeTableId: vpc.mainRouteTableId,
      destinationCidrBlock: "0.0.0.0/0",
      gatewayId: gateway.id,
    }, { parent: this });

    const subnets = zones.map((zone, index) =>
      new CustomResource("aws:ec2/subnet:Subnet", `${name}-${zone}`, {
        vpcId: vpc.id,
        availabilityZone: zone,
        cidrBlock: `${prefix}.${index}.0/24`,
      }, { parent: this })
    );

    this.vpcId = vpc.id;
    this.subnetIds = subnets.map((subnet) => subnet.id);
    this.registerOutputs({ vpcId: this.vpcId, subnetIds: this.subnetIds });
  }
}
