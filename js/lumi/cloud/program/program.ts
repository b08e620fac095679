// The parts that programs of services and daemons have in common: a command or an image, variables, and what they use.

import { all, isSecret } from "../../property/combinators.ts";
import type { Input, Inputs, Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { stateOf } from "../../resource/resource_state.ts";
import type { Component } from "../component.ts";
import type { ProgramSpec } from "../contract.ts";
import { usesOf } from "./program_uses.ts";

export interface ProgramArgs {
  /** The program and its arguments; in the image, if there is one and the target runs images. */
  command?: readonly Input<string>[];
  /** The image of a container, for targets that run images. */
  image?: Input<string>;
  /** Variables, which may be secret. */
  environment?: Readonly<Record<string, Input<string>>>;
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

/** A day. */
const MAX_SECONDS = 86_400;
const DEFAULTS = { net: [], startTimeout: 60, grace: 10 };

/** A program as its component has it, and as infra classes do. */
export interface Program {
  readonly inputs: Inputs;
  readonly spec: Omit<ProgramSpec, "name" | "component">;
}

/** The program of a component such as `the Service "api"`; `isService` tells the resources that it waits for. */
export function programOf(what: string, args: ProgramArgs, isService: (resource: Resource) => boolean): Program {
  const { environment = {}, uses = [], waitsFor = [], ...others } = args;
  const used = usesOf(what, uses);
  const before = [...uses, ...waitsFor];
  const variables = { ...used.variables, ...environment };
  return {
    inputs: {
      ...others,
      ...Object.keys(environment).length > 0 ? { environment } : {},
      ...uses.length > 0 ? { permissions: used.shown } : {},
    } as Inputs,
    spec: {
      ...DEFAULTS,
      ...others,
      environment: all(variables) as Property<Record<string, string>>,
      secrets: secretsOf(variables),
      permissions: used.permissions,
      links: [...used.links, ...before],
      waitsFor: [...new Set(before.filter(isService).map((it) => stateOf(it)!.name))],
    },
  };
}

/** The names of the variables that are secret. */
function secretsOf(variables: Readonly<Record<string, Input<string>>>): Property<string[]> {
  const names = Object.keys(variables);
  return all(names.map((it) => isSecret(variables[it]))).then((secret) => names.filter((_, at) => secret[at])) as never;
}

/** Refuses what no target can run; `refuse` throws the end of a sentence about the component. */
export function checkProgram(args: ProgramArgs, refuse: (problem: string) => never): void {
  const isTime = (value: unknown) => typeof value === "number" && value >= 0 && value <= MAX_SECONDS;
  if (typeof args !== "object" || args === null) refuse("needs a `command` or an `image`");
  const { command, image, environment = {}, startTimeout = 1, grace = 1 } = args;
  if (command === undefined && image === undefined) refuse("needs a `command` or an `image`");
  if (command !== undefined && (!Array.isArray(command) || command.length === 0)) {
    refuse('has a `command` that must be a list of a program and its arguments, such as ["python3", "server.py"]');
  }
  if (!isTime(startTimeout)) refuse(`has a \`startTimeout\` that must be 0 to ${MAX_SECONDS} seconds`);
  if (!isTime(grace)) refuse(`has a \`grace\` that must be 0 to ${MAX_SECONDS} seconds`);
  for (const variable of Object.keys(environment)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
      refuse(`has a variable ${JSON.stringify(variable)}, which is no name`);
    }
  }
}
