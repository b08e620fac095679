"""A network with subnets over zones."""
import ipaddress
import itertools
from typing import Dict, List, Optional

import pulumi

config = pulumi.Config()
cidr = config.get("cidr") or "10.0.0.0/16"
zones: List[str] = config.get_object("zones") or ["a", "b", "c"]
network = ipaddress.ip_network(cidr)
vpc = pulumi.CustomResource("aws:ec2/vpc:Vpc", "main", {"cidrBlock": str(network), "tags": {"Name": f"{pulumi.get_project()}-{pulumi.get_stack()}"}})
subnets: Dict[str, pulumi.CustomResource] = {}
for (tier, zone), net in zip(itertools.product(["public", "private"], zones), network.subnets(new_prefix=20)):
    name = f"{tier}-{zone}"
    subnets[name] = pulumi.CustomResource(
        "aws:ec2/subnet:Subnet",
        name,
        {"vpcId": vpc.id, "cidrBlock": str(net), "availabilityZone": f"eu-west-1{zone}", "mapPublicIpOnLaunch": tier == "public"},
        opts=pulumi.ResourceOptions(parent=vpc),
    )
pulumi.export("vpc_id", vpc.id)
pulumi.export("subnet_ids", {name: it.id for name, it in subnets.items()})
pulumi.export("hosts", network.num_addresses)
