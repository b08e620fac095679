// A web server: one machine, and a security group that lets HTTP in.

import * as lumi from "lumi";

// Change with `-c instanceType=t3.small`, or in Lumi.<stack>.yaml.
const config = new lumi.Config();
const instanceType = config.get("instanceType") ?? "t3.micro";
const image = config.get("image") ?? "ami-0123456789abcdef0";

const group = new lumi.CustomResource("aws:ec2/securityGroup:SecurityGroup", "web", {
  description: "HTTP from everywhere",
  ingress: [{ protocol: "tcp", fromPort: 80, toPort: 80, cidrBlocks: ["0.0.0.0/0"] }],
});

interface Instance {
  publicIp: string;
  publicDns: string;
}

const server = new lumi.CustomResource<Instance>("aws:ec2/instance:Instance", "web", {
  ami: image,
  instanceType,
  vpcSecurityGroupIds: [group.id],
  userData: "#!/bin/sh\necho 'Hello from Lumi' > index.html\npython3 -m http.server 80 &\n",
  tags: { Name: `web-${lumi.getStack()}` },
});

export const publicIp = server.publicIp;
export const url = lumi.interpolate`http://${server.publicDns}`;
