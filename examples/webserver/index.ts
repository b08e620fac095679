import { CustomResource, interpolate } from "lumi";

const group = new CustomResource("aws:ec2/securityGroup:SecurityGroup", "web-traffic", {
  description: "HTTP from everywhere",
  ingress: [{ protocol: "tcp", fromPort: 80, toPort: 80, cidrBlocks: ["0.0.0.0/0"] }],
});

const server = new CustomResource("aws:ec2/instance:Instance", "web-server", {
  ami: "ami-0123456789abcdef0",
  instanceType: "t3.micro",
  vpcSecurityGroupIds: [group.id],
});

export const address = server.publicIp;
export const url = interpolate`http://${server.publicDns}/`;
