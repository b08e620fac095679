import type { Input, Inputs } from "../../property/property_types.js";
import type { Resource } from "../../resource/resource.js";
import type { Component } from "../component.js";
import type { ProgramSpec } from "../contract.js";
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
/** A program as its component has it, and as infra classes do. */
export interface Program {
    readonly inputs: Inputs;
    readonly spec: Omit<ProgramSpec, "name" | "component">;
}
/** The program of a component such as `the Service "api"`; `isService` tells the resources that it waits for. */
export declare function programOf(what: string, args: ProgramArgs, isService: (resource: Resource) => boolean): Program;
/** Refuses what no target can run; `refuse` throws the end of a sentence about the component. */
export declare function checkProgram(args: ProgramArgs, refuse: (problem: string) => never): void;
