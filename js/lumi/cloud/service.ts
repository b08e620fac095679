// Service: a program of any language with a port.

import { all, isSecret } from "../property/combinators.ts";
import type { Input, Property } from "../property/property_types.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import type { Resource } from "../resource/resource.ts";
import { stateOf } from "../resource/resource_state.ts";
import { Component, onlyInFunctions } from "./component.ts";
import type { Infra } from "./contract.ts";
import { usesOf } from "./service_uses.ts";

/** The methods of a service for functions. */
export interface ServiceClient {
  /** Requests a path of the service, such as `/todos/1`. The request belongs to the trace of the caller. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The address without a slash at its end, for other clients of HTTP. */
  url(): Promise<string>;
}

export interface ServiceArgs {
  /** The program and its arguments; in the image, if there is one and the target runs images. */
  command?: readonly Input<string>[];
  /** The image of a container, for targets that run images. */
  image?: Input<string>;
  /** The port that the program listens on; it gets the one that it is to listen on as `PORT` in any case. */
  port?: number;
  /** Variables, which may be secret. */
  environment?: Readonly<Record<string, Input<string>>>;
  /** A path that answers a status below 400 when the program is healthy. Without it, a program that accepts connections is. */
  health?: string;
  /** The number of processes that requests go to in turn. */
  replicas?: number;
  /** Components that the program uses: it gets variables with their places, and permission for all that their clients do. */
  uses?: readonly Component[];
  /** Services that must be ready before it starts, and other resources that must be there. Those in `uses` need not be named. */
  waitsFor?: readonly Resource[];
  /** Hosts that it talks to, on targets that restrict programs. */
  net?: readonly string[];
  /** Seconds until it must be healthy. */
  startTimeout?: number;
  /** Seconds between the request to end and the end by force. */
  grace?: number;
}

const MAX_REPLICAS = 100;
/** A day. */
const MAX_SECONDS = 86_400;

const isService = (resource: Resource) => resource instanceof Service;

/** A program with a port, in any language: the target starts it, probes it, starts it again when it ends, and stops it. */
export class Service extends Component {
  constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions) {
    checkArgs(name, args);
    const { environment = {}, uses = [], waitsFor = [], ...others } = args;
    const used = usesOf(name, uses);
    const before = [...uses, ...waitsFor];
    super("Service", name, {
      ...others,
      ...Object.keys(environment).length > 0 ? { environment } : {},
      ...uses.length > 0 ? { permissions: used.shown } : {},
    }, options);
    const variables = { ...used.variables, ...environment };
    this.realise<Infra>({
      ...DEFAULTS,
      ...others,
      environment: all(variables),
      secrets: secretsOf(variables),
      permissions: used.permissions,
      links: [...used.links, ...before],
      waitsFor: [...new Set(before.filter(isService).map((it) => stateOf(it)!.name))],
    });
  }
}

export interface Service extends ServiceClient {}

onlyInFunctions(Service, "fetch", "url");

const DEFAULTS = { replicas: 1, net: [], startTimeout: 60, grace: 10 };

/** The names of the variables that are secret. */
function secretsOf(variables: Readonly<Record<string, Input<string>>>): Property<string[]> {
  const names = Object.keys(variables);
  return all(names.map((it) => isSecret(variables[it]))).then((secret) => names.filter((_, at) => secret[at])) as never;
}

function checkArgs(name: string, args: ServiceArgs): void {
  const refuse = (problem: string): never => {
    throw new TypeError(`the Service "${name}" ${problem}`);
  };
  const isTime = (value: unknown) => typeof value === "number" && value >= 0 && value <= MAX_SECONDS;
  const isCount = (value: unknown, most: number) =>
    Number.isInteger(value) && value as number >= 1 && value as number <= most;
  if (typeof args !== "object" || args === null) refuse("needs a `command` or an `image`");
  const { command, image, port, environment = {}, health, replicas = 1, startTimeout = 1, grace = 1 } = args;
  if (command === undefined && image === undefined) refuse("needs a `command` or an `image`");
  if (command !== undefined && (!Array.isArray(command) || command.length === 0)) {
    refuse('has a `command` that must be a list of a program and its arguments, such as ["python3", "server.py"]');
  }
  if (port !== undefined && !isCount(port, 65_535)) refuse("has a `port` that must be 1 to 65535");
  if (health !== undefined && !/^\/\S*$/.test(health)) refuse("has a `health` that must be a path, such as /healthz");
  if (!isCount(replicas, MAX_REPLICAS)) refuse(`has \`replicas\` that must be 1 to ${MAX_REPLICAS}`);
  if (!isTime(startTimeout)) refuse(`has a \`startTimeout\` that must be 0 to ${MAX_SECONDS} seconds`);
  if (!isTime(grace)) refuse(`has a \`grace\` that must be 0 to ${MAX_SECONDS} seconds`);
  for (const variable of Object.keys(environment)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
      refuse(`has a variable ${JSON.stringify(variable)}, which is no name`);
    }
  }
}
