// node:http: HTTP/1.1 over sockets of node:net, as client and server.

import { Agent, type AgentOptions, standard } from "./agent.ts";
import { ClientRequest } from "./client_request.ts";
import type { RequestOptions, ResponseListener } from "./client_options.ts";
import { IncomingMessage } from "./incoming_message.ts";
import { METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } from "./names.ts";
import { OutgoingMessage } from "./outgoing_message.ts";
import type { GivenHeaders, OutgoingHeaders } from "./outgoing_headers.ts";
import type { HeaderFields } from "./header_fields.ts";
import { maxHeaderSize, type RequestListener, Server, type ServerOptions } from "./server.ts";
import { ServerResponse } from "./server_response.ts";
import { invalidArgType, outOfRange } from "../node_errors.ts";

export type { AgentOptions, RequestListener, RequestOptions, ServerOptions };
export type IncomingHttpHeaders = HeaderFields;
export type OutgoingHttpHeaders = OutgoingHeaders;
export type { GivenHeaders };

export function createServer(options?: ServerOptions | RequestListener, listener?: RequestListener): Server {
  return new Server(options, listener);
}

export function request(
  input: string | URL | RequestOptions,
  options?: RequestOptions | ResponseListener | null,
  listener?: ResponseListener,
): ClientRequest {
  return new ClientRequest(input, options, listener);
}

export function get(
  input: string | URL | RequestOptions,
  options?: RequestOptions | ResponseListener | null,
  listener?: ResponseListener,
): ClientRequest {
  const made = request(input, options, listener);
  made.end();
  return made;
}

/** Connections without a request that clients keep open; there is nothing to set here. */
export function setMaxIdleHTTPParsers(max: number): void {
  if (typeof max !== "number") throw invalidArgType("max", "of type number", max);
  if (!(Number.isInteger(max) && max >= 1)) throw outOfRange("max", ">= 1", max);
}

const http = {
  METHODS,
  STATUS_CODES,
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers,
  maxHeaderSize,
  get globalAgent(): Agent {
    return standard.agent;
  },
  set globalAgent(agent: Agent) {
    standard.agent = agent;
  },
};

export const globalAgent: Agent = standard.agent;

export {
  Agent,
  ClientRequest,
  IncomingMessage,
  maxHeaderSize,
  METHODS,
  OutgoingMessage,
  Server,
  ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
};
export default http;
