import type { ComponentResourceOptions } from "../../resource/resource_options.js";
import { Component } from "../component.js";
import { type ProgramArgs } from "./program.js";
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
/** A program with a port, in any language: the target starts it, probes it, starts it again when it ends, and stops it. */
export declare class Service extends Component {
    constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions);
}
export interface Service extends ServiceClient {
}
