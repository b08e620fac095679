// Servers of gRPC: the functions that a program offers the engine in its process are called there, those that it serves at a
// port by way of lumi's own server. Methods may take streams of requests, as that of
// the engine's events does; services that also answer with streams take the real package.

import { core } from "../web/ops.ts";
import type { MethodDefinition, Service } from "./client.ts";
import { realCredentials, realGrpc, requireOfSdk } from "./real_grpc.ts";
import { type Failure, failureOf } from "./status.ts";

/** The first port of functions in this process (src/monitor/program_services.rs): TCP has none from there on. */
const FIRST_OWN_PORT = 65_536;

/** Addresses as the SDK makes them of ports. */
const localAddress = /^127\.0\.0\.1:(\d+)$/;

/** The port of an address if functions in this process have it. */
export function ownPort(address: string): number | undefined {
  const port = Number(localAddress.exec(address)?.[1]);
  return port >= FIRST_OWN_PORT ? port : undefined;
}

/** Methods that begin so are called by the engine. */
const CALLBACKS = "/pulumirpc.Callbacks/";

/** The answers of `op_lumi_services` without an engine, and with one in another process. */
const NONE = 0;
const ELSEWHERE = 3;

type Respond = (error: unknown, message?: unknown, metadata?: unknown) => void;
type Handler = (call: { request: unknown }, respond: Respond) => unknown;
type Offered = Map<string, [MethodDefinition, Handler]>;

/** The methods that the program offers, by port and path. */
const offered = new Map<number, Offered>();

/** The port of the next server for the engine in this process. Each copy of the SDK, and each run in it, has its own. */
let nextOwnPort = FIRST_OWN_PORT;

/** The ports of servers that keep the process alive. */
const alive = new Set<number>();

/** The wait for the next call. */
let waiting: Promise<unknown> | undefined;

/** Answers until the run is over. */
async function serve(): Promise<void> {
  for (;;) {
    const next = core.ops.op_lumi_service_next();
    waiting = next;
    updateWait();
    const call = await next;
    if (call === null) return;
    answer(...call);
  }
}

/** The wait for the engine's next call keeps a program alive only as long as a server of its own does. */
function updateWait(): void {
  if (waiting === undefined) return;
  if (alive.size > 0) core.refOpPromise(waiting);
  else core.unrefOpPromise(waiting);
}

/** The requests of a call that takes a stream of them. */
function requestsOf(number: number, method: MethodDefinition): unknown {
  type Stream = { push(request: unknown): void; destroy(error: unknown): void };
  const { Readable } = requireOfSdk("node:stream") as {
    Readable: new (options: { objectMode: boolean; read(this: Stream): void }) => unknown;
  };
  const next = async (stream: Stream): Promise<void> => {
    try {
      const [code, bytes, message] = await core.ops.op_lumi_service_request(number);
      if (code !== 0) throw Object.assign(new Error(message), { code });
      stream.push(bytes === null ? null : method.requestDeserialize(bytes));
    } catch (error) {
      stream.destroy(error);
    }
  };
  return new Readable({
    objectMode: true,
    read() {
      void next(this);
    },
  });
}

function answer(number: number, port: number, path: string, request: Uint8Array): void {
  const respond = (failure: Failure | null, bytes?: Uint8Array): void => {
    if (failure !== null) core.ops.op_lumi_service_fail(number, ...failure);
    else core.ops.op_lumi_service_answer(number, bytes!);
  };
  callOffered(port, path, request, respond, number);
}

/** Calls a method that the program offers. `respond` gets the failure, or the encoded answer; a number is that of an op's call. */
export function callOffered(
  port: number,
  path: string,
  request: Uint8Array,
  respond: (failure: Failure | null, bytes?: Uint8Array) => void,
  number?: number,
): void {
  const fail = (error: unknown, metadata?: unknown) => respond(failureOf(error, metadata));
  const [method, handler] = offered.get(port)?.get(path) ?? [];
  if (method === undefined || handler === undefined) return fail({ code: 12, message: `there is no ${path} here` });
  if (method.responseStream === true) return fail({ code: 12, message: `${path} answers with a stream` });
  const answered: Respond = (error, message, metadata) => {
    if (error !== null && error !== undefined) fail(error, metadata);
    else respond(null, method.responseSerialize(message));
  };
  try {
    const isStream = method.requestStream === true && number !== undefined;
    const call = isStream ? requestsOf(number, method) : { request: method.requestDeserialize(request) };
    const result = handler(call as Parameters<Handler>[0], answered);
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
  #port: number | undefined;
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
    const engine = core.ops.op_lumi_services();
    if (engine === NONE || methods.some((it) => it.requestStream === true && it.responseStream === true)) {
      this.#openReal().bindAsync(address, realCredentials("ServerCredentials", credentials), bound);
      return;
    }
    const isOfCallbacks = methods.every((it) => it.path.startsWith(CALLBACKS));
    if (isOfCallbacks && engine !== ELSEWHERE) {
      const port = nextOwnPort++;
      this.#offer(port);
      queueMicrotask(() => bound(null, port));
      return;
    }
    const streaming = methods.filter((it) => it.requestStream === true).map((it) => it.path);
    void core.ops.op_lumi_service_listen(streaming).then(([port, reason]) => {
      if (port === 0) return bound(new Error(`no port can be opened: ${reason}`), 0);
      if (!isOfCallbacks) alive.add(port);
      this.#offer(port);
      bound(null, port);
    });
  }

  /** Offers all methods at a port. */
  #offer(port: number): void {
    this.#port = port;
    const methods: Offered = new Map();
    offered.set(port, methods);
    for (const [service, implementation] of this.#services) {
      for (const [name, method] of Object.entries(service)) {
        const handler = implementation[name] ?? implementation[method.originalName ?? name];
        if (handler !== undefined) methods.set(method.path, [method, handler.bind(implementation)]);
      }
    }
    if (!isServing) {
      isServing = true;
      void serve();
    }
    updateWait();
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
    if (this.#real !== undefined) return this.#real.tryShutdown(done);
    this.#close();
    queueMicrotask(() => done());
  }

  forceShutdown(): void {
    this.#real?.forceShutdown();
    this.#close();
  }

  #close(): void {
    if (this.#port === undefined) return;
    if (this.#port < FIRST_OWN_PORT) core.ops.op_lumi_service_close(this.#port);
    offered.delete(this.#port);
    alive.delete(this.#port);
    updateWait();
  }
}
