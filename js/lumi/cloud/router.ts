// Router: routes of HTTP, and of WebSockets.

import { Property } from "../property/property.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component, onlyInFunctions } from "./component.ts";
import type { FunctionArgs, Route, RouterInfra, RouterInfraClass } from "./contract.ts";
import { accepting, dispatcher, type FetchHandler, fetching, type HttpHandler, type SocketHandlers } from "./http.ts";
import { matcher, routeOf } from "./routes.ts";
import { infraClassOf, requireFeature } from "./target.ts";

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
export class Router extends Component {
  /** The address, on targets that know it once it is deployed. */
  declare readonly url: Property<string | undefined>;
  readonly #routes: Record<string, HttpHandler<any>> = {};
  /** The parts of requests that routes take, if those are not whole bodies. */
  readonly #takes: Record<string, Route["takes"]> = {};
  readonly #name: string;
  readonly #isStreaming: boolean;
  readonly #hasSockets: boolean;
  #isOpen = true;

  constructor(name: string, args: RouterArgs = {}, options?: ComponentResourceOptions) {
    const { streaming = false, webSockets = false, ...functionArgs } = args;
    if (streaming) requireFeature("Router", name, "streaming");
    if (webSockets) requireFeature("Router", name, "webSockets");
    super("Router", name, {}, options);
    this.#name = name;
    this.#isStreaming = streaming;
    this.#hasSockets = webSockets;
    this.#serve(this.realise<RouterInfra>(), functionArgs);
  }

  /** Gives the infra object the routes, once the program has declared them. */
  #serve(infra: RouterInfra, args: FunctionArgs): void {
    const [name, routes] = [this.#name, this.#routes];
    const isStreaming = this.#isStreaming;
    const served = { args, isStreaming: isStreaming || this.#hasSockets };
    const taking = (route: string): Route => {
      const takes = this.#takes[route];
      return takes === undefined ? routeOf(route) : { ...routeOf(route), takes };
    };
    const closed = Promise.resolve().then(() => {
      this.#isOpen = false;
      return Object.keys(routes);
    });
    const { granularity = "router" } = infraClassOf("Router", name) as RouterInfraClass;
    if (granularity === "router") {
      const handler = dispatcher(routes, isStreaming);
      const all = new Property(closed.then((all) => all.map(taking)));
      infra.serve({ ...served, name, handler, routes: all, match: matcher(routes) });
      return;
    }
    closed.then((all) => {
      for (const [index, route] of all.entries()) {
        const own = { [route]: routes[route]! };
        const handler = dispatcher(own, isStreaming);
        const only = new Property([taking(route)]);
        infra.serve({ ...served, name: `${name}-${index + 1}`, handler, routes: only, match: matcher(own) });
      }
    });
  }

  get<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("GET", path, handler);
  }

  post<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("POST", path, handler);
  }

  put<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("PUT", path, handler);
  }

  patch<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("PATCH", path, handler);
  }

  delete<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("DELETE", path, handler);
  }

  any<const Path extends string>(path: Path, handler: HttpHandler<Path>): this {
    return this.on("ANY", path, handler);
  }

  /** Hands the requests of a path, which may end with `*`, to a handler of the web: `api.mount("/*", app.fetch)`. */
  mount(path: string, handler: FetchHandler): this {
    if (typeof handler !== "function") throw new TypeError(`the handler of the path ${path} must be a function`);
    this.on("ANY", path, fetching(handler));
    if (this.#isStreaming) this.#takes[`ANY ${path}`] = "stream";
    return this;
  }

  /** Lets clients open WebSockets at a path. */
  socket<const Path extends string>(path: Path, handlers: SocketHandlers<Path>): this {
    if (!this.#hasSockets) {
      throw new TypeError(
        `the Router "${this.#name}" has no WebSockets: new Router("${this.#name}", { webSockets: true }) has`,
      );
    }
    this.on("GET", path, accepting(handlers));
    this.#takes[`GET ${path}`] = "webSocket";
    return this;
  }

  /** Any method by its name; `ANY` is all of them. */
  on<const Path extends string>(method: string, path: Path, handler: HttpHandler<Path>): this {
    const route = `${method.toUpperCase()} ${path}`;
    if (!/^[A-Za-z]+$/.test(method)) throw new TypeError(`${JSON.stringify(method)} is no method of HTTP`);
    if (typeof handler !== "function") throw new TypeError(`the handler of the route ${route} must be a function`);
    if (!path.startsWith("/")) throw new TypeError(`the path of the route ${route} must begin with /`);
    if (route in this.#routes) throw new TypeError(`there are two handlers for ${route}`);
    if (!this.#isOpen) {
      throw new Error(`the route ${route} comes too late: add routes before the program awaits anything`);
    }
    this.#routes[route] = handler;
    return this;
  }
}

export interface Router extends Required<RouterClient> {}

onlyInFunctions(Router, "fetch", "connect");
