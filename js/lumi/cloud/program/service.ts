// Service: a program of any language with a port.

import type { ComponentResourceOptions } from "../../resource/resource_options.ts";
import { Component, onlyInFunctions, type Refusal, refusalOf } from "../component.ts";
import type { Infra } from "../contract.ts";
import { checkProgram, type ProgramArgs, programOf } from "./program.ts";

/** The methods of a service for functions. */
export interface ServiceClient {
  /** Requests a path of the service, such as `/todos/1`. The request belongs to the trace of the caller. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The address without a slash at its end, for other clients of HTTP. */
  url(): Promise<string>;
}

export interface ServiceArgs extends ProgramArgs {
  /** The port that the program listens on; it gets the one that it is to listen on as `PORT` in any case. */
  port?: number;
  /** A path that answers a status below 400 when the program is healthy. Without it, a program that accepts connections is. */
  health?: string;
  /** The number of processes that requests go to in turn. */
  replicas?: number;
}

const MAX_REPLICAS = 100;

/** A program with a port, in any language: the target starts it, probes it, starts it again when it ends, and stops it. */
export class Service extends Component {
  constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions) {
    checkArgs(name, args);
    const { inputs, spec } = programOf(`the Service "${name}"`, args, (it) => it instanceof Service);
    super("Service", name, inputs, options);
    this.realise<Infra>({ replicas: 1, ...spec });
  }
}

export interface Service extends ServiceClient {}

onlyInFunctions(Service, "fetch", "url");

function checkArgs(name: string, args: ServiceArgs): void {
  const refuse: Refusal = refusalOf("Service", name);
  const isCount = (value: unknown, most: number) =>
    Number.isInteger(value) && value as number >= 1 && value as number <= most;
  checkProgram(args, refuse);
  const { port, health, replicas = 1 } = args;
  if (port !== undefined && !isCount(port, 65_535)) refuse("has a `port` that must be 1 to 65535");
  if (health !== undefined && !/^\/\S*$/.test(health)) refuse("has a `health` that must be a path, such as /healthz");
  if (!isCount(replicas, MAX_REPLICAS)) refuse(`has \`replicas\` that must be 1 to ${MAX_REPLICAS}`);
}
