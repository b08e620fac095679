// node:http2: its constants, which packages read when they are imported. Connections are not made: see docs/language.md.

import { constants } from "./http/http2_constants.ts";
import { notAvailable } from "./node_errors.ts";

/** Members of headers with this name list headers that are not put into tables of the protocol. */
export const sensitiveHeaders: symbol = Symbol("nodejs.http2.sensitiveHeaders");

const reason = "use HTTP/1.1 of `node:http` and `node:https`, or `fetch`, which speaks both";

export function connect(): never {
  throw notAvailable("http2.connect", reason);
}

export function createServer(): never {
  throw notAvailable("http2.createServer", reason);
}

export function createSecureServer(): never {
  throw notAvailable("http2.createSecureServer", reason);
}

export function getDefaultSettings(): Record<string, number | boolean> {
  return {
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: 16384,
    maxConcurrentStreams: 4294967295,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  };
}

export { constants };
export default { connect, constants, createSecureServer, createServer, getDefaultSettings, sensitiveHeaders };
