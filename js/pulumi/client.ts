// Clients of gRPC: calls of the engine in this process and of servers on this machine are one op each, those of other servers
// take the real package.

import { core } from "../web/ops.ts";
import { isInsecure, realCredentials, realGrpc } from "./real_grpc.ts";
import { callOffered, ownPort } from "./server.ts";
import { type ServiceError, serviceError } from "./status.ts";
import { unanswered } from "../web/unanswered.ts";

/** The address of the engine in this process (src/pulumi/monitor_service/embedded_services.rs). */
export const ENGINE = "lumi:engine";

/** Ports of this machine, where the engine of a plugin is. */
const isLocal = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/;

/** Methods that declare resources. */
const isOfResource = /^\/pulumirpc\.ResourceMonitor\/(?:Register|Read)Resource/;

/** A method of a generated service. */
export interface MethodDefinition {
  path: string;
  requestStream?: boolean;
  responseStream?: boolean;
  requestSerialize(message: unknown): Uint8Array;
  requestDeserialize(bytes: Uint8Array): unknown;
  responseSerialize(message: unknown): Uint8Array;
  responseDeserialize(bytes: Uint8Array): unknown;
  originalName?: string;
}

export type Service = Record<string, MethodDefinition>;
type Callback = (error: ServiceError | null, message?: unknown) => void;

/** A call that has begun. It cannot be cancelled: the engine answers, or ends. */
const begunCall = { cancel: (): void => {}, getPeer: (): string => ENGINE, on: (): unknown => begunCall };

type Encoded = [code: number, bytes: Uint8Array | null, message: string, details: Uint8Array | null];

/** A call of a function of the program itself, by which the SDK finds out whether its server is there. */
const callSelf = (port: number, path: string, request: Uint8Array): Promise<Encoded> =>
  new Promise((resolve) => {
    callOffered(port, path, request,
      (failure, bytes) => resolve(failure ? [failure[0], null, failure[1], failure[2]] : [0, bytes!, "", null]));
  });

/** Connections without encryption, over which lumi makes the calls. Services that take streams need the real package. */
const isPlain = (service: Service, address: string, credentials: unknown): boolean =>
  isLocal.test(address) && isInsecure(credentials) &&
  !Object.values(service).some((it) => it.requestStream === true);

/** Begins a call. Thousands wait at the same time: what waits holds neither the message nor its bytes. */
function call(address: string, method: MethodDefinition, message: unknown, callback: Callback): void {
  const { path } = method;
  const registrations = address === ENGINE && isOfResource.test(path) ? 1 : 0;
  unanswered.count += registrations;
  const answered = (error: ServiceError | null, answer?: unknown): void => {
    unanswered.count -= registrations;
    callback(error, answer);
  };
  const failed = (thrown: unknown): void => {
    const reason = String((thrown as Error)?.message ?? thrown);
    answered(serviceError(13, `Request message serialization failure: ${reason}`, path));
  };
  let answer: Promise<Encoded>;
  try {
    answer = begin(address, path, method.requestSerialize(message));
  } catch (thrown) {
    return failed(thrown);
  }
  void answer.then(([code, bytes, text, details]) => {
    if (code !== 0) return answered(serviceError(code, text, path, details));
    let decoded: unknown;
    try {
      decoded = method.responseDeserialize(bytes!);
    } catch (thrown) {
      return failed(thrown);
    }
    answered(null, decoded);
  }, failed);
}

function begin(address: string, path: string, request: Uint8Array): Promise<Encoded> {
  const port = ownPort(address);
  return port === undefined ? core.ops.op_lumi_service_call(address, path, request) : callSelf(port, path, request);
}

/** A class of clients for one service. Its objects call the engine, or are those of the real package. */
export function makeGenericClientConstructor(service: Service, name: string): unknown {
  class ServiceClient {
    static service = service;
    static serviceName = name;

    readonly address!: string;

    constructor(address: string, credentials: unknown, options?: unknown) {
      if (address !== ENGINE && ownPort(address) === undefined && !isPlain(service, address, credentials)) {
        const Real = realGrpc()["makeGenericClientConstructor"](service, name);
        return new Real(address, realCredentials("credentials", credentials), options);
      }
      this.address = address;
    }

    close(): void {}

    getChannel(): object {
      return { getTarget: () => this.address, close: () => {}, getConnectivityState: () => 2 };
    }

    waitForReady(_deadline: unknown, callback: (error?: Error) => void): void {
      queueMicrotask(() => callback());
    }
  }
  for (const [member, method] of Object.entries(service)) {
    // Between message and callback there may be metadata and options.
    function start(this: ServiceClient, message: unknown, ...rest: unknown[]): object {
      if (method.responseStream === true) throw serviceError(12, `${method.path} answers with a stream`);
      const callback = rest.findLast((it) => typeof it === "function") as Callback;
      call(this.address, method, message, callback);
      return begunCall;
    }
    for (const known of new Set([member, method.originalName ?? member])) {
      Object.defineProperty(ServiceClient.prototype, known, { value: start, writable: true, configurable: true });
    }
  }
  return ServiceClient;
}
