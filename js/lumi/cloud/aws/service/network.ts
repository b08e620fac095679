// The network of services: which callers reach which load balancer, and which that reaches its tasks.

import { Config } from "../../../program/config.ts";
import type { Resource } from "../../../resource/resource.ts";
import type { Permission } from "../../contract.ts";
import { physicalName } from "../names.ts";
import type { Allowed } from "../permissions.ts";
import { type AwsResource, resource } from "../resource.ts";

/** The word in plans for being in the security group of the callers of a service. It is no action of IAM. */
export const CONNECTING = "vpc:connect";
/** The actions by which Lambda puts a function into a network; IAM knows no narrower resource for them. */
export const INTERFACES: Allowed = {
  actions: ["ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface", "ec2:DescribeNetworkInterfaces"],
  resource: "*",
};
/** A network interface has no more security groups. */
const MAX_GROUPS = 5;

/** The network that a stack is in. */
export interface Place {
  readonly vpc: string;
  readonly subnets: readonly string[];
}

/** The network of the settings; `what` needs it, such as `the Service "api"`. */
export function network(what: string): Place {
  const config = new Config("cloud");
  const [vpc, subnets] = [config.get("vpc"), config.get("subnets")];
  const all = (subnets ?? "").split(",").map((it) => it.trim()).filter((it) => it !== "");
  if (vpc !== undefined && /^vpc-/.test(vpc) && all.length >= 2 && all.every((it) => /^subnet-/.test(it))) {
    return { vpc, subnets: all };
  }
  throw new TypeError(
    `the target "aws" needs a network for ${what}, with private subnets in two zones that reach the internet by a NAT ` +
      "gateway: `lumi config set cloud:vpc vpc-ID` and `lumi config set cloud:subnets subnet-ID,subnet-ID`",
  );
}

/** The security groups of a service. */
export interface Network {
  readonly callers: AwsResource;
  readonly balancer: AwsResource;
  readonly tasks: AwsResource;
}

/** Makes groups and rules of the component `name`. */
function parts({ vpc: vpcId }: Place, name: string, component: Resource) {
  return {
    group: (role: string, description: string) =>
      resource("security_group", `${name}.${role}`, {
        name: physicalName(name, 200, `_${role}`),
        description,
        vpcId,
      }, component),
    rule: (direction: "ingress" | "egress", role: string, of: AwsResource, more: object) =>
      resource(`vpc_security_group_${direction}_rule`, `${name}.${role}`, { securityGroupId: of.id, ...more },
        component),
  };
}

const tcp = (port: number, other: AwsResource) => ({
  ipProtocol: "tcp",
  fromPort: port,
  toPort: port,
  referencedSecurityGroupId: other.id,
});
const ANYWHERE = { ipProtocol: "-1", cidrIpv4: "0.0.0.0/0" };

/** Callers reach the load balancer, which reaches the port of tasks; callers and tasks reach what is outside. */
export function networkOf(place: Place, name: string, port: number, component: Resource): Network {
  const { group, rule } = parts(place, name, component);
  const callers = group("callers", `May call the service ${name}`);
  const balancer = group("balancer", `The load balancer of the service ${name}`);
  const tasks = group("tasks", `The tasks of the service ${name}`);
  rule("ingress", "balancer", balancer, tcp(80, callers));
  rule("egress", "balancer", balancer, tcp(port, tasks));
  rule("ingress", "tasks", tasks, tcp(port, balancer));
  rule("egress", "callers", callers, ANYWHERE);
  rule("egress", "tasks", tasks, ANYWHERE);
  return { callers, balancer, tasks };
}

/** The security groups of a database. */
export interface DatabaseNetwork {
  readonly callers: AwsResource;
  readonly server: AwsResource;
}

/** Callers reach the port of the server, which reaches nothing. */
export function databaseNetwork(place: Place, name: string, port: number, component: Resource): DatabaseNetwork {
  const { group, rule } = parts(place, name, component);
  const callers = group("database-callers", `May connect to the database ${name}`);
  const server = group("database", `The server of the database ${name}`);
  rule("ingress", "database", server, tcp(port, callers));
  rule("egress", "database-callers", callers, ANYWHERE);
  return { callers, server };
}

/** The permission to call a service, by the group of its callers. */
export const connect = (callers: AwsResource): Permission => ({ actions: [CONNECTING], resource: callers.id });

/** The groups that a function or a service is in: those of its own, and those of callers. */
export function groupsOf(what: string, permissions: readonly Allowed[], own: readonly string[] = []): string[] {
  const groups = permissions.filter(({ actions }) => actions.includes(CONNECTING)).map((it) => it.resource);
  const distinct = [...new Set([...own, ...groups])].sort();
  if (distinct.length <= MAX_GROUPS) return distinct;
  throw new RangeError(
    `${what} is in ${distinct.length} security groups for the services and databases that it uses, but a network interface of AWS has at most ${MAX_GROUPS}; ` +
      "make several of it",
  );
}
