import { interpolate } from "lumi";
import * as aws from "lumi:aws";

// The id of the newest image, which AWS keeps up to date.
const image = aws.data.ssmParameter({
  name: "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64",
});

const group = new aws.SecurityGroup("web-traffic", { description: "HTTP from everywhere" });

new aws.VpcSecurityGroupIngressRule("http", {
  securityGroupId: group.id,
  ipProtocol: "tcp",
  fromPort: 80,
  toPort: 80,
  cidrIpv4: "0.0.0.0/0",
});

new aws.VpcSecurityGroupEgressRule("all", {
  securityGroupId: group.id,
  ipProtocol: "-1",
  cidrIpv4: "0.0.0.0/0",
});

const server = new aws.Instance("web-server", {
  ami: image.insecureValue,
  instanceType: "t3.micro",
  vpcSecurityGroupIds: [group.id],
  userData: "#!/bin/sh\ndnf install --assumeyes nginx && systemctl enable --now nginx\n",
  tags: { Name: "web-server" },
});

export const address = server.publicIp;
export const url = interpolate`http://${server.publicDns}/`;
