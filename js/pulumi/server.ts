// Servers of gRPC: the functions that a program offers its engine are called in this process, other services take the
// real package.

import { core } from "../web/ops.ts";
import type { MethodDefinition, Service } from "./client.ts";
import { realCredentials, realGrpc } from "./real_grpc.ts";
import { failureOf } from "./status.ts";

/** The port of functions in this process (src/pulumi/monitor_service/callbacks.rs): no server has it. */
const PORT_OF_THIS_PROCESS = 0;

/** The address that the SDK makes of it. */
export const OF_THIS_PROCESS = "127.0.0.1:0";

/** Methods that begin so are called by the engine in this process. */
const CALLBACKS = "/pulumirpc.Callbacks/";

type Respond = (error: unknown, message?: unknown) => void;
type Handler = (call: { request: unknown }, respond: Respond) => unknown;

/** The methods that the program offers, by path. */
const offered = new Map<string, [MethodDefinition, Handler]>();

/** Answers the engine until the run is over. The wait for its next call does not keep the program alive. */
async function serve(): Promise<void> {
  for (;;) {
    const next = core.ops.op_lumi_service_next();
    core.unrefOpPromise(next);
    const call = await next;
    if (call === null) return;
    answer(...call);
  }
}

function answer(number: number, path: string, request: Uint8Array): void {
  const respond = (failure: [number, string] | null, bytes?: Uint8Array): void => {
    if (failure !== null) core.ops.op_lumi_service_fail(number, ...failure);
    else core.ops.op_lumi_service_answer(number, bytes!);
  };
  callOffered(path, request, respond);
}

/** Calls a method that the program offers. `respond` gets code and text of a failure, or the encoded answer. */
export function callOffered(
  path: string,
  request: Uint8Array,
  respond: (failure: [number, string] | null, bytes?: Uint8Array) => void,
): void {
  const fail = (error: unknown) => respond(failureOf(error));
  const [method, handler] = offered.get(path) ?? [];
  if (method === undefined || handler === undefined) return fail({ code: 12, message: `there is no ${path} here` });
  const answered: Respond = (error, message) => {
    if (error !== null && error !== undefined) fail(error);
    else respond(null, method.responseSerialize(message));
  };
  try {
    const result = handler({ request: method.requestDeserialize(request) }, answered);
    if (result instanceof Promise) result.catch(fail);
  } catch (error) {
    fail(error);
  }
}

let isServing = false;

/** A server, whose services decide where it is. */
export class Server {
  readonly #options: unknown;
  readonly #services: [Service, Record<string, Handler>][] = [];
  // deno-lint-ignore no-explicit-any
  #real: any;
  /** The sockets that keep the process alive, for the SDK, which releases them. */
  http2Servers: unknown[] = [];
  sessions: Map<unknown, unknown> = new Map();

  constructor(options?: unknown) {
    this.#options = options;
  }

  addService(service: Service, implementation: Record<string, Handler>): void {
    this.#services.push([service, implementation]);
  }

  bindAsync(address: string, credentials: unknown, bound: (error: Error | null, port: number | string) => void): void {
    const methods = this.#services.flatMap(([service]) => Object.values(service));
    if (core.ops.op_lumi_services() === 0 || !methods.every((it) => it.path.startsWith(CALLBACKS))) {
      this.#openReal().bindAsync(address, realCredentials("ServerCredentials", credentials), bound);
      return;
    }
    for (const [service, implementation] of this.#services) {
      for (const [name, method] of Object.entries(service)) {
        const handler = implementation[name] ?? implementation[method.originalName ?? name];
        if (handler !== undefined) offered.set(method.path, [method, handler]);
      }
    }
    if (!isServing) {
      isServing = true;
      void serve();
    }
    queueMicrotask(() => bound(null, PORT_OF_THIS_PROCESS));
  }

  // deno-lint-ignore no-explicit-any
  #openReal(): any {
    const { Server: Real } = realGrpc();
    this.#real = new Real(this.#options);
    for (const [service, implementation] of this.#services) this.#real.addService(service, implementation);
    return this.#real;
  }

  start(): void {
    this.#real?.start?.();
  }

  tryShutdown(done: (error?: Error) => void): void {
    if (this.#real !== undefined) this.#real.tryShutdown(done);
    else queueMicrotask(() => done());
  }

  forceShutdown(): void {
    this.#real?.forceShutdown();
  }
}
