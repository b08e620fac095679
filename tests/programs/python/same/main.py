"""The same as index.ts beside it."""

import math

import lumi
from lumi import Alias, Output, ResourceOptions, Timeouts


class Network(lumi.Component):
    def __init__(self, name, inputs, options=None):
        super().__init__("acme:net:Network", name, inputs, options)
        child = ResourceOptions(parent=self)
        self.subnet = lumi.CustomResource(
            "aws:ec2:Subnet", f"{name}-subnet", {"cidr": inputs["cidr"], "az": 2}, child
        )
        lumi.CustomResource("aws:ec2:Route", f"{name}-route", {"via": self.subnet.id}, child)
        self.register_outputs({"subnetId": self.subnet.id, "cidr": self.subnet.cidr})


config = lumi.Config()
aws = lumi.ProviderResource("aws", "west", {"region": "us-west-2"})
network = Network("main", {"cidr": "10.0.0.0/16"}, ResourceOptions(providers=[aws], protect=True))
password = config.require_secret("password")
server = lumi.CustomResource(
    "aws:ec2:Server",
    "web",
    {
        "name": Output.concat("web-", config.require("suffix")),
        "subnet": network.subnet.id,
        "tags": {
            "owner": "me",
            "a.b/c": network.subnet.urn,
            "deep": [[network.subnet.id], {"x": network.subnet.gateway}],
        },
        "count": 3,
        "ratio": 0.25,
        "huge": 1e300,
        "special": (math.nan, math.inf, -math.inf, -0.0),
        "flag": True,
        "nothing": None,
        "text": "ünïcode 🎉",
        "userdata": lumi.StringAsset("#!/bin/sh\n"),
        "code": lumi.AssetArchive({"a.txt": lumi.FileAsset("a.txt"), "dir/b": lumi.StringAsset("b")}),
        "folder": lumi.FileArchive("folder"),
        "remote": lumi.RemoteAsset("https://example.com/x"),
        "data": bytes([0, 255, 1]),
        "password": password,
        "derived": password.apply(len),
        "ofComponent": network,
        "ofServer": network.subnet,
        "$lumi": "mine",
    },
    ResourceOptions(
        depends_on=[network, aws],
        ignore_changes=["tags.owner"],
        replace_on_changes=["name"],
        delete_before_replace=True,
        aliases=[Alias(name="old", parent=network), "urn:lumi:dev::demo::index::aws:ec2:Server::older"],
        retain_on_delete=True,
        deleted_with=network,
        timeouts=Timeouts(create="5m", delete="90s"),
        additional_secret_outputs=["token"],
        version="1.2.3",
        provider=aws,
    ),
)
taken = lumi.CustomResource("aws:ec2:Server", "taken", {}, ResourceOptions(import_id="i-123"))
found = lumi.CustomResource.get("aws:ec2:Server", "found", "i-456", {"x": 1})
image = lumi.invoke("aws:ec2:getImage", {"name": "debian", "near": server.id})
loud = lumi.CustomResource(
    "aws:ec2:Disk",
    "disk",
    {"image": image["id"], "both": Output.all(found.id, taken.id).apply(lambda it: it[0] + it[1])},
)
deep = loud.id
for level in range(100):
    deep = [deep] if level % 2 == 0 else {"level": deep}
lumi.CustomResource("aws:ec2:Deep", "deep", {"deep": deep})
other = lumi.StackReference("demo/prod")

# A module of JavaScript has its exports in this order.
lumi.set_outputs(
    {
        "cidr": network.subnet.cidr,
        "id": found.id,
        "plain": {"list": [1, "two"], "nested": {"password": password}},
        "shared": other.get_output("x"),
        "size": password.apply(len),
        "token": server.token,
    }
)
