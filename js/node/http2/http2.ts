// node:http2: the client. Servers are not offered: see docs/language.md.

import { constants } from "../http/http2_constants.ts";
import { connect } from "./connect.ts";
import { sensitiveHeaders } from "./headers.ts";
import type { ClientHttp2Session } from "./session.ts";
import { getDefaultSettings, getPackedSettings, getUnpackedSettings } from "./settings.ts";
import type { ClientHttp2Stream } from "./stream.ts";
import { notAvailable } from "../unavailable.ts";

export function createServer(): never {
  throw notAvailable("http2.createServer");
}

export function createSecureServer(): never {
  throw notAvailable("http2.createSecureServer");
}

export type { ClientHttp2Session, ClientHttp2Stream };
export { connect, constants, getDefaultSettings, getPackedSettings, getUnpackedSettings, sensitiveHeaders };
export default {
  connect,
  constants,
  createSecureServer,
  createServer,
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  sensitiveHeaders,
};
