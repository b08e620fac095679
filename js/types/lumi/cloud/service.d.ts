import type { Input } from "../property/property_types.js";
import type { ComponentResourceOptions } from "../resource/resource_options.js";
import type { Resource } from "../resource/resource.js";
import { Component } from "./component.js";
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
/** A program with a port, in any language: the target starts it, probes it, starts it again when it ends, and stops it. */
export declare class Service extends Component {
    constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions);
}
export interface Service extends ServiceClient {
}
