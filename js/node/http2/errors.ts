// Errors of node:http2 with Node's codes.

import { constants } from "../http/http2_constants.ts";
import { coded } from "../node_errors.ts";

type Coded = Error & { code: string };

const names = new Map<number, string>();
for (
  const name of [
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
  ]
) {
  names.set((constants as Record<string, number>)[`NGHTTP2_${name}`] as number, `NGHTTP2_${name}`);
}

const nameOf = (code: number): string => names.get(code) ?? String(code);

export const streamError = (code: number): Coded =>
  coded(Error, "ERR_HTTP2_STREAM_ERROR", `Stream closed with error code ${nameOf(code)}`);

export const sessionError = (code: number): Coded =>
  coded(Error, "ERR_HTTP2_SESSION_ERROR", `Session closed with error code ${code}`);

export const protocolError = (message: string): Coded => coded(Error, "ERR_HTTP2_ERROR", message);

export const invalidSession = (): Coded => coded(Error, "ERR_HTTP2_INVALID_SESSION", "The session has been destroyed");

export const invalidStream = (): Coded => coded(Error, "ERR_HTTP2_INVALID_STREAM", "The stream has been destroyed");

export const goawaySession = (): Coded =>
  coded(Error, "ERR_HTTP2_GOAWAY_SESSION", "New streams cannot be created after receiving a GOAWAY");

export const cancelledStream = (cause?: unknown): Coded => {
  const error = coded(Error, "ERR_HTTP2_STREAM_CANCEL", "The pending stream has been canceled");
  if (cause !== undefined) Object.defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
  return error;
};

export const cancelledPing = (): Coded => coded(Error, "ERR_HTTP2_PING_CANCEL", "HTTP2 ping cancelled");

export const badSetting = (name: string, value: unknown, type: ErrorConstructor = RangeError as never): Coded =>
  coded(type, "ERR_HTTP2_INVALID_SETTING_VALUE", `Invalid value for setting "${name}": ${String(value)}`);
