import json
import pulumi
import pulumi_aws as aws

size = "t2.micro"
ami = aws.ec2.get_ami(most_recent=True, owners=["137112412989"], filters=[aws.ec2.GetAmiFilterArgs(name="name", values=["amzn-ami-hvm-*"])])
group = aws.ec2.SecurityGroup("web-secgrp", description="Enable HTTP access", ingress=[
    aws.ec2.SecurityGroupIngressArgs(protocol="tcp", from_port=80, to_port=80, cidr_blocks=["0.0.0.0/0"]),
    {"protocol": "tcp", "from_port": 22, "to_port": 22, "cidr_blocks": ["0.0.0.0/0"]},
])
server = aws.ec2.Instance("web-server-www", instance_type=size, vpc_security_group_ids=[group.id], ami=ami.id, tags={"Name": "web"}, opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="old")], custom_timeouts=pulumi.CustomTimeouts(create="10m")))
bucket = aws.s3.Bucket("b", website=aws.s3.BucketWebsiteArgs(index_document="index.html"))
aws.s3.BucketPolicy("p", bucket=bucket.id, policy=bucket.arn.apply(lambda arn: json.dumps({"Resource": [f"{arn}/*"]})))
pulumi.export("publicIp", server.public_ip)
pulumi.export("publicHostName", server.public_dns)
