import { Property } from "../property/property.js";
import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
import type { FunctionArgs } from "./contract.js";
import { type FetchHandler, type HttpHandler, type SocketHandlers } from "./http.js";
/** The methods of a router for functions. */
export interface RouterClient {
    /** Requests a path of the router, such as `/todos/1`. */
    fetch(path: string, init?: RequestInit): Promise<Response>;
    /** Opens a WebSocket at a path of a router that has them. */
    connect?(path: string, protocols?: string | string[]): WebSocket;
}
export interface RouterArgs extends FunctionArgs {
    /**
     * Whether the body of a `Response` is sent while it is made, and handlers of `mount` get bodies of requests as they come in.
     */
    streaming?: boolean;
    /** Whether clients may open WebSockets, at the routes of `socket`. */
    webSockets?: boolean;
}
/** Routes of HTTP. Handlers run in one function for all of them, or in one for each, as the target decides. */
export declare class Router extends Component {
    #private;
    /** The address, on targets that know it once it is deployed. */
    readonly url: Property<string | undefined>;
    constructor(name: string, args?: RouterArgs, options?: ComponentResourceOptions);
    get<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    post<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    put<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    patch<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    delete<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    any<const Path extends string>(path: Path, handler: HttpHandler<Path>): this;
    /** Hands the requests of a path, which may end with `*`, to a handler of the web: `api.mount("/*", app.fetch)`. */
    mount(path: string, handler: FetchHandler): this;
    /** Lets clients open WebSockets at a path. */
    socket<const Path extends string>(path: Path, handlers: SocketHandlers<Path>): this;
    /** Any method by its name; `ANY` is all of them. */
    on<const Path extends string>(method: string, path: Path, handler: HttpHandler<Path>): this;
}
export interface Router extends Required<RouterClient> {
}
