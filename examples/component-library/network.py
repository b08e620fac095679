"""A network: one subnet in each zone, all of them reachable from outside."""

import lumi


class Network(lumi.ComponentResource):
    def __init__(self, name, prefix, zones, opts=None):
        super().__init__("shop:network:Network", name, {"prefix": prefix, "zones": zones}, opts)
        below = lumi.ResourceOptions(parent=self)

        vpc = lumi.CustomResource("aws:ec2/vpc:Vpc", name, {
            "cidrBlock": f"{prefix}.0.0/16",
            "tags": {"Name": name},
        }, opts=below)

        gateway = lumi.CustomResource("aws:ec2/internetGateway:InternetGateway", name, {
            "vpcId": vpc.id,
            "tags": {"Name": f"{name} in {vpc.id}"},
        }, opts=below)

        lumi.CustomResource("aws:ec2/route:Route", f"{name}-out", {
            "routeTableId": vpc.main_route_table_id,
            "destinationCidrBlock": "0.0.0.0/0",
            "gatewayId": gateway.id,
        }, opts=below)

        subnets = [
            lumi.CustomResource("aws:ec2/subnet:Subnet", f"{name}-{zone}", {
                "vpcId": vpc.id,
                "availabilityZone": zone,
                "cidrBlock": f"{prefix}.{index}.0/24",
            }, opts=below)
            for index, zone in enumerate(zones)
        ]

        self.vpc_id = vpc.id
        self.subnet_ids = [subnet.id for subnet in subnets]
        self.register_outputs({"vpcId": self.vpc_id, "subnetIds": self.subnet_ids})
