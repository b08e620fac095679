import type { ComponentResourceOptions } from "../../resource/resource_options.js";
import { Component } from "../component.js";
import { type ProgramArgs } from "./program.js";
export type DaemonArgs = Omit<ProgramArgs, "startTimeout">;
/** A program that runs once on each machine: the target starts it, starts it again when it ends, and stops it. */
export declare class Daemon extends Component {
    constructor(name: string, args: DaemonArgs, options?: ComponentResourceOptions);
}
