"""The same program in Python: `lumi run examples/webserver/index.py`."""

import lumi

group = lumi.CustomResource("aws:ec2/securityGroup:SecurityGroup", "web-traffic", {
    "description": "HTTP from everywhere",
    "ingress": [{"protocol": "tcp", "fromPort": 80, "toPort": 80, "cidrBlocks": ["0.0.0.0/0"]}],
})

server = lumi.CustomResource("aws:ec2/instance:Instance", "web-server", {
    "ami": "ami-0123456789abcdef0",
    "instanceType": "t3.micro",
    "vpcSecurityGroupIds": [group.id],
})

lumi.export("address", server.public_ip)
lumi.export("url", f"http://{server.public_dns}/")
