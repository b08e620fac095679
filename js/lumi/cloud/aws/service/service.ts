// Services on AWS: tasks of Fargate behind a load balancer that functions and services of the stack alone reach.

import { derive, interpolate, jsonStringify, unsecret } from "../../../property/combinators.ts";
import type { Input, Property } from "../../../property/property_types.ts";
import type { Resource } from "../../../resource/resource.ts";
import type { Grant, Infra, ServiceSpec } from "../../contract.ts";
import { nameHash } from "../../name_hash.ts";
import { single } from "../../single.ts";
import { logRetention } from "../log_retention.ts";
import { physicalName } from "../names.ts";
import { connect, CONNECTING, groupsOf, type Network, network, networkOf, type Place } from "./network.ts";
import { type Allowed, policyText, pulling, trust } from "../permissions.ts";
import { type AwsResource, resource } from "../resource.ts";
import { serviceClient } from "./service_client.ts";
import { storedSecret } from "../secret.ts";

/** The port of programs that have none of their own. */
const PORT = 8080;
/** Shares of a processor in 1,024ths, and MiB. */
const SIZE = { cpu: "256", memory: "512" };
/** Seconds that ECS waits for the end of a program at most. */
const MAX_GRACE = 120;

/** The seconds that requests, and then the program, have until their end. */
const endingTime = (grace: number) => Math.min(Math.ceil(grace), MAX_GRACE);

export class AwsService implements Infra {
  static readonly features = ["replicas"];

  readonly client = serviceClient;
  readonly outputs: { url: Property<string> };
  readonly #network: Network;
  readonly #running: Resource;

  constructor(spec: ServiceSpec) {
    const { name, component, port = PORT } = spec;
    if (spec.image === undefined) {
      throw new TypeError(
        `the target "aws" runs images: the Service "${name}" needs an \`image\` that has its program`,
      );
    }
    const place = network(`the Service "${name}"`);
    this.#network = networkOf(place, name, port, component);
    const balancer = balancerOf(spec, port, place, this.#network);
    this.#running = tasksOf(spec, port, place, this.#network, balancer);
    this.outputs = { url: interpolate`http://${balancer.address}` };
  }

  /** Callers are in the network of the service. */
  grant(method: string): Grant | undefined {
    if (method !== "fetch" && method !== "url") return undefined;
    return { permissions: [connect(this.#network.callers)], links: [this.#running] };
  }
}

/** Names of load balancers begin and end with a letter or a digit, and `internal-` is AWS's own. */
function balancerName(name: string): string {
  const physical = physicalName(name, 32);
  if (/^(?!internal-)[A-Za-z0-9].*[A-Za-z0-9]$/.test(physical)) return physical;
  return `lumi-${nameHash(physical)}`;
}

/** A load balancer that is ready for tasks. */
interface Balancer {
  readonly address: Property<string>;
  readonly targets: AwsResource;
  readonly listener: AwsResource;
}

function balancerOf(
  { name, component, health, grace }: ServiceSpec,
  port: number,
  { vpc, subnets }: Place,
  inside: Network,
): Balancer {
  const physical = balancerName(name);
  const balancer = resource("lb", name, {
    name: physical,
    internal: true,
    loadBalancerType: "application",
    subnets,
    securityGroups: [inside.balancer.id],
  }, component);
  const targets = resource("lb_target_group", name, {
    name: physical,
    port,
    protocol: "HTTP",
    targetType: "ip",
    vpcId: vpc,
    deregistrationDelay: String(endingTime(grace)),
    healthCheck: [{
      // Load balancers have no probe that only connects; without a path, any answer will do.
      path: health ?? "/",
      matcher: health === undefined ? "200-499" : "200-399",
      interval: 10,
      timeout: 5,
      healthyThreshold: 2,
      unhealthyThreshold: 3,
    }],
  }, component);
  const listener = resource("lb_listener", name, {
    loadBalancerArn: balancer.arn,
    port: 80,
    protocol: "HTTP",
    defaultAction: [{ type: "forward", targetGroupArn: targets.arn }],
  }, component);
  return { address: balancer["dnsName"], targets, listener };
}

function tasksOf(
  spec: ServiceSpec,
  port: number,
  { subnets }: Place,
  inside: Network,
  { targets, listener }: Balancer,
): Resource {
  const { name, component, replicas, startTimeout, permissions, links } = spec;
  const cluster = single("ecs-cluster",
    () => resource("ecs_cluster", "services", { name: physicalName("services", 255) }, undefined));
  const { definition, policies } = definitionOf(spec, port);
  const securityGroups = derive([inside.tasks.id, permissions],
    ([own, permissions]: [string, Allowed[]]) => groupsOf(`the Service ${name}`, permissions, [own]));
  return resource("ecs_service", name, {
    name: physicalName(name, 255),
    cluster: cluster.arn,
    taskDefinition: definition.arn,
    desiredCount: replicas,
    launchType: "FARGATE",
    networkConfiguration: [{
      subnets,
      securityGroups,
      assignPublicIp: false,
    }],
    loadBalancer: [{ targetGroupArn: targets.arn, containerName: "service", containerPort: port }],
    healthCheckGracePeriodSeconds: Math.ceil(startTimeout),
    // A version that does not become healthy gives way to the one before.
    deploymentCircuitBreaker: [{ enable: true, rollback: true }],
    waitForSteadyState: true,
  }, component, [listener, ...policies, ...links]);
}

/** The definition of tasks, and the policies that must be there before one starts. */
interface Definition {
  readonly definition: AwsResource;
  readonly policies: readonly Resource[];
}

function definitionOf(spec: ServiceSpec, port: number): Definition {
  const { name, component, permissions } = spec;
  const logs = resource("cloudwatch_log_group", name, {
    name: `/aws/ecs/${physicalName(name, 200)}`,
    retentionInDays: logRetention(),
  }, component);
  const assumeRolePolicy = trust("ecs-tasks.amazonaws.com");
  const starter = resource("iam_role", `${name}.start`, { name: physicalName(name, 64, "_start"), assumeRolePolicy },
    component);
  const role = resource("iam_role", name, { name: physicalName(name, 64, "_task"), assumeRolePolicy }, component);
  const variables = storedSecret(`${name}.variables`, jsonStringify(spec.environment), component);
  const what = `the Service ${name}`;
  type Values = [string, string, string];
  const starting = derive([spec.image, logs.arn, variables.arn], ([image, logs, secret]: Values) =>
    policyText(what, [
      { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resource: `${logs}:*` },
      { actions: ["secretsmanager:GetSecretValue"], resource: secret },
      ...pulling(image),
    ]));
  const allowed = permissions.filter(({ actions }) => !actions.includes(CONNECTING));
  const using = () => derive(allowed, (all: Allowed[]) => policyText(what, all));
  const policies = [
    resource("iam_role_policy", `${name}.start`, { name: "granted", role: starter.id, policy: starting }, component),
    ...allowed.length === 0
      ? []
      : [resource("iam_role_policy", name, { name: "granted", role: role.id, policy: using() }, component)],
  ];
  const definition = resource("ecs_task_definition", name, {
    family: physicalName(name, 255),
    requiresCompatibilities: ["FARGATE"],
    networkMode: "awsvpc",
    ...SIZE,
    executionRoleArn: starter.arn,
    taskRoleArn: role.arn,
    runtimePlatform: [{ cpuArchitecture: "X86_64", operatingSystemFamily: "LINUX" }],
    containerDefinitions: containerOf(spec, port, logs, variables),
  }, component);
  return { definition, policies };
}

/** The container of a task as JSON. Variables are in a secret, of which another version is another definition. */
function containerOf(spec: ServiceSpec, port: number, logs: AwsResource, variables: AwsResource): Property<string> {
  const { image, command, environment, grace } = spec;
  // `PORT` is the target's own; ECS refuses a name that is there twice.
  const names = unsecret(derive(environment, (it: object) => Object.keys(it).filter((it) => it !== "PORT").sort()));
  const parts: Input<unknown>[] = [image, command, names, logs["name"], logs.arn, variables.arn,
    variables["versionId"]];
  type Values = [string, string[] | undefined, string[], string, string, string, string];
  return derive(parts, ([image, command, names, group, arn, secret, version]: Values) =>
    JSON.stringify([{
      name: "service",
      image,
      essential: true,
      ...command === undefined ? {} : { command },
      environment: [{ name: "PORT", value: String(port) }],
      secrets: names.map((name) => ({ name, valueFrom: `${secret}:${name}::${version}` })),
      portMappings: [{ containerPort: port, protocol: "tcp" }],
      stopTimeout: endingTime(grace),
      logConfiguration: {
        logDriver: "awslogs",
        options: { "awslogs-group": group, "awslogs-region": arn.split(":")[3], "awslogs-stream-prefix": "task" },
      },
    }])) as unknown as Property<string>;
}
