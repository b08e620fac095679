"""The same program in Python: `lumi run examples/webserver/index.py`."""

import lumi
import lumi_aws as aws

# The id of the newest image, which AWS keeps up to date.
image = aws.data.ssm_parameter(
    name="/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
)

group = aws.SecurityGroup("web-traffic", description="HTTP from everywhere")

aws.VpcSecurityGroupIngressRule(
    "http",
    security_group_id=group.id,
    ip_protocol="tcp",
    from_port=80,
    to_port=80,
    cidr_ipv4="0.0.0.0/0",
)

aws.VpcSecurityGroupEgressRule(
    "all",
    security_group_id=group.id,
    ip_protocol="-1",
    cidr_ipv4="0.0.0.0/0",
)

server = aws.Instance(
    "web-server",
    ami=image.insecure_value,
    instance_type="t3.micro",
    vpc_security_group_ids=[group.id],
    user_data="#!/bin/sh\ndnf install --assumeyes nginx && systemctl enable --now nginx\n",
    tags={"Name": "web-server"},
)

lumi.export("address", server.public_ip)
lumi.export("url", f"http://{server.public_dns}/")
