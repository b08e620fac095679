// Routes of HTTP that share one function.

import { ComponentResource, type ComponentResourceOptions, Property } from "lumi";
import { Function, type FunctionArgs } from "./function.ts";

/** A request, as handlers get it. */
export interface HttpRequest<Path extends string = string> {
  method: string;
  path: string;
  /** Of the path: `id` for `/todos/:id`. */
  params: Record<Params<Path>, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: string;
  /** The body as data; answers 400 for it if it is no JSON. */
  json(): any;
}

/** A text, data that becomes JSON, nothing, or an answer in full. */
export type HttpAnswer = unknown | { status?: number; headers?: Record<string, string>; body?: unknown };

export type Handler<Path extends string> = (request: HttpRequest<Path>) => HttpAnswer | Promise<HttpAnswer>;

type Params<Path extends string> = string extends Path ? string
  : Path extends `${infer First}/${infer Rest}` ? Params<First> | Params<Rest>
  : Path extends `:${infer Name}` ? Name
  : Path extends "*" ? "*"
  : never;

/** Handlers throw it to answer with that status. */
export class HttpError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** The request as the platform passes it. */
interface Incoming extends Omit<HttpRequest, "json"> {
  /** The route that it matches, such as `GET /todos/:id`. */
  route: string;
}

export class Router extends ComponentResource {
  readonly function: Function;
  readonly #routes: Record<string, Handler<any>> = {};
  #isOpen = true;

  constructor(name: string, args: FunctionArgs = {}, options?: ComponentResourceOptions) {
    super("local:platform:Router", name, {}, options);
    const routes = this.#routes;
    const triggers = new Property(Promise.resolve().then(() => {
      this.#isOpen = false;
      return Object.keys(routes).map((route) => {
        const [method, path] = route.split(" ") as [string, string];
        return { type: "http", method, path };
      });
    }));
    this.function = new Function(name, dispatcher(routes), { ...args, triggers }, { parent: this });
    this.registerOutputs();
  }

  get<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("GET", path, handler);
  }

  post<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("POST", path, handler);
  }

  put<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("PUT", path, handler);
  }

  patch<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("PATCH", path, handler);
  }

  delete<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("DELETE", path, handler);
  }

  any<const Path extends string>(path: Path, handler: Handler<Path>): this {
    return this.on("ANY", path, handler);
  }

  /** Any method by its name; `ANY` is all of them. */
  on<const Path extends string>(method: string, path: Path, handler: Handler<Path>): this {
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

/** The one function that all handlers share: it finds the handler, and knows what handlers throw. */
function dispatcher(routes: Record<string, Handler<any>>) {
  return async function dispatch(incoming: Incoming) {
    const { route, ...request } = incoming;
    try {
      return await routes[route]!({ ...request, json: () => parsed(request.body) });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return { status: error.status, body: { error: error.message } };
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "the body is not JSON");
  }
}
