// The package @grpc/grpc-js for the SDK of Pulumi: messages to the engine in this process cross as bytes, without sockets.

import { makeGenericClientConstructor } from "./client.ts";
import { type Grpc, insecure, realGrpc } from "./real_grpc.ts";
import { Server } from "./server.ts";
import { status, StatusBuilder } from "./status.ts";

/** Everything else is that of the real package, which is loaded when it is asked for. */
const own: Grpc = {
  credentials: insecure,
  makeClientConstructor: makeGenericClientConstructor,
  makeGenericClientConstructor,
  Server,
  ServerCredentials: insecure,
  status,
  StatusBuilder,
};

export default new Proxy(own, {
  get: (_, name) => name in own ? own[name as string] : name === "__esModule" ? true : realGrpc()[name as string],
  has: (_, name) => name in own || name in realGrpc(),
}) as Grpc;
