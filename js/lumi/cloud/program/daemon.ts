// Daemon: a program of any language without a port, of which each machine of the target has one.

import type { ComponentResourceOptions } from "../../resource/resource_options.ts";
import { Component, type Refusal, refusalOf } from "../component.ts";
import type { Infra } from "../contract.ts";
import { checkProgram, type ProgramArgs, programOf } from "./program.ts";
import { Service } from "./service.ts";

export type DaemonArgs = Omit<ProgramArgs, "startTimeout">;

/** A program that runs once on each machine: the target starts it, starts it again when it ends, and stops it. */
export class Daemon extends Component {
  constructor(name: string, args: DaemonArgs, options?: ComponentResourceOptions) {
    const refuse: Refusal = refusalOf("Daemon", name);
    checkProgram(args, refuse);
    for (const option of ["port", "health", "replicas", "startTimeout"]) {
      if (option in args) {
        refuse(`has \`${option}\`, which is for a Service: a daemon has no port, and runs once on each machine`);
      }
    }
    const { inputs, spec } = programOf(`the Daemon "${name}"`, args, (it) => it instanceof Service);
    super("Daemon", name, inputs, options);
    this.realise<Infra>(spec);
  }
}
