// Which end of a TLS session a socket is, and whom it accepts.

import { core } from "../../web/ops.ts";
import type { SocketOptions } from "../net/socket.ts";
import { process } from "../process/process.ts";
import { createSecureContext, protocolsOf, type SecureContext, type SecureContextOptions } from "./context.ts";
import type { PeerCertificate } from "./identity.ts";
import type { TlsSettings } from "./types.ts";

export interface Role {
  isServer: boolean;
  rejectUnauthorized: boolean;
  /** Answers the number of a new session. */
  open(): number;
  /** Answers the number of a new session for the name that a client asks for. */
  choose?(servername: string): Promise<number>;
  requestCert: boolean;
  /** The name to check; empty checks none. */
  host: string;
  checkServerIdentity?(host: string, cert: PeerCertificate): Error | undefined;
}

/** Options of both ends of a session. */
export interface TlsSocketOptions extends SecureContextOptions, Omit<SocketOptions, "handle"> {
  isServer?: boolean;
  host?: string;
  servername?: string;
  requestCert?: boolean;
  rejectUnauthorized?: boolean;
  ALPNProtocols?: string[] | Uint8Array[] | Uint8Array;
  checkServerIdentity?(host: string, cert: PeerCertificate): Error | undefined;
  secureContext?: SecureContext;
  /** Chooses the settings for the name that a client asks for. */
  SNICallback?: ChooseContext;
}

export type ChooseContext = (
  servername: string,
  done: (error?: Error | null, context?: SecureContext | null) => void,
) => void;

function isRejecting(given: boolean | undefined): boolean {
  if (given !== undefined) return given !== false;
  try {
    return process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0";
  } catch {
    // The program may not see the variable.
    return true;
  }
}

function settingsOf(options: TlsSocketOptions, servername: string, requestCert: boolean): TlsSettings {
  const { context } = options.secureContext ?? createSecureContext(options);
  return { ...context, servername, alpn: protocolsOf(options.ALPNProtocols), requestCert };
}

export function clientRole(options: TlsSocketOptions): Role {
  const host = options.servername || options.host || "localhost";
  const settings = settingsOf(options, host, false);
  const check = options.checkServerIdentity;
  return {
    isServer: false,
    requestCert: true,
    host,
    rejectUnauthorized: isRejecting(options.rejectUnauthorized),
    open: () => core.ops.op_lumi_tls_connect(settings),
    ...(check === undefined ? {} : { checkServerIdentity: check }),
  };
}

/** The number of a server's settings, from which sessions are opened. */
export const serverSettings = (options: TlsSocketOptions): number =>
  core.ops.op_lumi_tls_server(settingsOf(options, "", options.requestCert === true));

export function serverRole(options: TlsSocketOptions, open: () => number, choose?: Role["choose"]): Role {
  const { requestCert = false, rejectUnauthorized } = options;
  return {
    ...(choose === undefined ? {} : { choose }),
    isServer: true,
    requestCert,
    rejectUnauthorized: requestCert && rejectUnauthorized !== false,
    host: "",
    open,
  };
}

/** The role that the options of `new TLSSocket` say. */
export const roleOf = (options: TlsSocketOptions): Role =>
  options.isServer
    ? serverRole(options, () => core.ops.op_lumi_tls_accept(serverSettings(options)))
    : clientRole(options);
