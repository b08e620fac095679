// A web server as many projects have it.
import * as aws from "@pulumi/aws";

const provider = new aws.Provider("here", { region: "eu-central-1" });
const options = { provider };

const group = new aws.ec2.SecurityGroup("web", {
  ingress: [{ protocol: "tcp", fromPort: 80, toPort: 80, cidrBlocks: ["0.0.0.0/0"] }],
}, options);
const server = new aws.ec2.Instance("web", {
  ami: "ami-0123456789abcdef0",
  instanceType: "t3.micro",
  vpcSecurityGroupIds: [group.id],
  tags: { Name: "web" },
}, options);
const files = new aws.s3.Bucket("files", { tags: { of: "web" } }, options);
const role = new aws.iam.Role("reader", {
  assumeRolePolicy: {
    Version: "2012-10-17",
    Statement: [{ Action: "sts:AssumeRole", Effect: "Allow", Principal: { Service: "ec2.amazonaws.com" } }],
  },
}, options);
new aws.iam.RolePolicyAttachment("reader", { role: role.name, policyArn: "arn:aws:iam::aws:policy/ReadOnlyAccess" },
  options);

export const address = server.publicIp;
export const bucket = files.bucket;
