// Clients of gRPC: calls of the engine in this process are one op each, those of other servers take the real package.

import { core } from "../web/ops.ts";
import { realCredentials, realGrpc } from "./real_grpc.ts";
import { callOffered, OF_THIS_PROCESS } from "./server.ts";
import { type ServiceError, serviceError } from "./status.ts";
import { unanswered } from "./unanswered.ts";

/** The address of the engine in this process (src/cli/language/pulumi/embedded_program.rs). */
export const ENGINE = "lumi:engine";

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

type Encoded = [code: number, bytes: Uint8Array | null, details: string];

/** A call of a function of the program itself, by which the SDK finds out whether its server is there. */
const callSelf = (path: string, request: Uint8Array): Promise<Encoded> =>
  new Promise((resolve) => {
    callOffered(path, request, (failure, bytes) => resolve(failure ? [failure[0], null, failure[1]] : [0, bytes!, ""]));
  });

async function call(address: string, method: MethodDefinition, message: unknown, callback: Callback): Promise<void> {
  let error: ServiceError | null = null;
  let answer: unknown;
  const registrations = isOfResource.test(method.path) ? 1 : 0;
  unanswered.count += registrations;
  try {
    const request = method.requestSerialize(message);
    const { op_lumi_service_call: callEngine } = core.ops;
    const [code, bytes, details] = await (address === ENGINE ? callEngine : callSelf)(method.path, request);
    if (code === 0) answer = method.responseDeserialize(bytes!);
    else error = serviceError(code, details);
  } catch (thrown) {
    error = serviceError(13, String((thrown as Error)?.message ?? thrown));
  } finally {
    unanswered.count -= registrations;
  }
  callback(error, answer);
}

/** A class of clients for one service. Its objects call the engine, or are those of the real package. */
export function makeGenericClientConstructor(service: Service, name: string): unknown {
  class ServiceClient {
    static service = service;
    static serviceName = name;

    readonly address!: string;

    constructor(address: string, credentials: unknown, options?: unknown) {
      if (address !== ENGINE && address !== OF_THIS_PROCESS) {
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
      const callback = rest.findLast((it) => typeof it === "function") as Callback;
      void call(this.address, method, message, callback);
      return begunCall;
    }
    for (const known of new Set([member, method.originalName ?? member])) {
      Object.defineProperty(ServiceClient.prototype, known, { value: start, writable: true, configurable: true });
    }
  }
  return ServiceClient;
}
