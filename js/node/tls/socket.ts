// tls.TLSSocket: an encrypted connection as a stream.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { AGAIN, failureOf } from "../net/errors.ts";
import type { Handle } from "../net/handle.ts";
import { Socket } from "../net/socket.ts";
import { JSStreamSocket } from "../net/stream_handle.ts";
import { coded } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import type { Duplex } from "../stream/stream.ts";
import { TlsHandle } from "./handle.ts";
import { certificateOf, checkServerIdentity, type PeerCertificate } from "./identity.ts";
import { type Role, roleOf, type TlsSocketOptions } from "./role.ts";
import type { TlsFacts } from "./types.ts";

const texts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificate has expired",
  CERT_NOT_YET_VALID: "certificate is not yet valid",
  CERT_REVOKED: "certificate revoked",
  CERT_SIGNATURE_FAILURE: "certificate signature failure",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate",
  INVALID_PURPOSE: "unsuitable certificate purpose",
  SELF_SIGNED_CERT_IN_CHAIN: "self-signed certificate in certificate chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unable to get local issuer certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unable to verify the first certificate",
};

const noFacts: TlsFacts = {
  protocol: null,
  cipher: null,
  alpn: null,
  servername: null,
  problem: null,
  chain: [],
};

export class TLSSocket extends Socket {
  readonly encrypted = true;
  authorized = false;
  authorizationError: string | Error | null = null;
  alpnProtocol: string | false | null = null;
  servername: string | false | null = null;
  secureConnecting = true;
  _tlsFacts: TlsFacts = noFacts;
  readonly _role: Role;
  _isStarted = false;

  /** A client made so speaks first when it is written to, as others may have to speak before. */
  constructor(socket?: Duplex | null, options: TlsSocketOptions = {}, role: Role = roleOf(options)) {
    super({ ...options, handle: null });
    this._role = role;
    if (socket) this._wrap(socket);
  }

  /** Makes a stream the connection below. */
  _wrap(below: Duplex): void {
    const socket = below instanceof Socket ? below : new JSStreamSocket(below);
    this.connecting = socket.connecting;
    this._parent = socket;
    socket.on("error", (error: Error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    this.on("close", () => socket.destroy());
    if (!socket.connecting) return this._take(socket);
    socket.once("connect", () => {
      if (!this.destroyed) this._take(socket);
    });
  }

  /** Takes the handle of a connected socket, which reads no more itself, and what it has read. */
  _take(socket: Socket): void {
    const inner = socket._handle;
    if (inner === null) return void this.destroy(coded(Error, "ERR_SOCKET_CLOSED", "Socket is closed"));
    void socket.remoteAddress;
    socket._handle = null;
    const before = socket.read() as Uint8Array | null;
    const wasConnecting = this.connecting;
    this._secure(inner, before);
    if (this._handle instanceof TlsHandle) this._handle._parentWrap = socket;
    if (wasConnecting) this.emit("connect");
  }

  /** Begins the handshake. */
  _secure(inner: Handle, before: Uint8Array | null = null): void {
    const { choose } = this._role;
    if (choose !== undefined) return void this._greet(inner, before ?? new Uint8Array(0), choose);
    this._open(inner, before, this._role.open);
  }

  /** Reads what a client says first, and begins with the settings for the name that it asks for. */
  async _greet(inner: Handle, before: Uint8Array, choose: (servername: string) => Promise<number>): Promise<void> {
    const stop = () => inner.close();
    this.once("close", stop);
    try {
      const [hello, servername] = await clientHello(inner, before, () => this.destroyed);
      const id = await choose(servername);
      this.off("close", stop);
      if (this.destroyed) inner.close();
      else this._open(inner, hello, () => id);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  _open(inner: Handle, before: Uint8Array | null, open: () => number): void {
    let handle: TlsHandle;
    try {
      handle = new TlsHandle(open(), inner, () => this._finished(handle));
    } catch (error) {
      inner.close();
      return void this.destroy(error as Error);
    }
    this._handle = handle;
    this.connecting = false;
    if (this._isStarted || this._role.isServer) handle.start();
    if (before !== null && handle.feed(before) < 0) return void this.destroy(handle.failure);
    this.read(0);
  }

  /** Lets a client begin the handshake. */
  _start(): void {
    this._isStarted = true;
    if (this._handle instanceof TlsHandle) this._handle.start();
  }

  /** The handshake is done: whether the other end is accepted. */
  _finished(handle: TlsHandle): boolean {
    const facts = handle.facts;
    this._tlsFacts = facts;
    this.secureConnecting = false;
    this.alpnProtocol = facts.alpn ?? false;
    const { isServer, requestCert, rejectUnauthorized } = this._role;
    if (isServer) this.servername = facts.servername ?? false;
    const failure = isServer && !requestCert ? undefined : this._problem(facts);
    this.authorized = failure === undefined && (!isServer || requestCert);
    this.authorizationError = failure === undefined ? null : (failure as { code?: string }).code ?? failure.message;
    const isRefused = failure !== undefined && rejectUnauthorized;
    // After what is written in this tick.
    nextTick(() => {
      if (this.destroyed) return;
      if (isRefused) return void this.destroy(failure);
      this.emit("secure");
      if (!isServer) this.emit("secureConnect");
    });
    return !isRefused;
  }

  _problem(facts: TlsFacts): Error | undefined {
    const { isServer, host } = this._role;
    if (facts.chain.length === 0) {
      return coded(Error, "UNABLE_TO_GET_ISSUER_CERT", "unable to get issuer certificate");
    }
    if (facts.problem !== null) return coded(Error, facts.problem, texts[facts.problem] ?? facts.problem);
    if (isServer || host === "") return undefined;
    const check = this._role.checkServerIdentity ?? checkServerIdentity;
    const certificate = this.getPeerCertificate();
    return check(host, certificate as PeerCertificate) ?? undefined;
  }

  /** With `isDetailed`, with the certificates of the issuers that were sent. */
  getPeerCertificate(isDetailed = false): PeerCertificate | Record<string, never> {
    const all = this._tlsFacts.chain.map(certificateOf).filter((it) => it !== undefined);
    if (all.length === 0) return {};
    if (isDetailed) {
      for (const [index, it] of all.entries()) it.issuerCertificate = all[index + 1] ?? it;
    }
    return all[0]!;
  }

  getCertificate(): Record<string, never> {
    return {};
  }

  getProtocol(): string | null {
    return this._tlsFacts.protocol;
  }

  getCipher(): { name: string; standardName: string; version: string } | undefined {
    const { cipher, protocol } = this._tlsFacts;
    if (cipher === null || protocol === null) return undefined;
    return { name: protocol === "TLSv1.3" ? cipher : shortName(cipher), standardName: cipher, version: protocol };
  }

  getSession(): undefined {
    return undefined;
  }

  isSessionReused(): boolean {
    return false;
  }

  getTLSTicket(): undefined {
    return undefined;
  }

  getEphemeralKeyInfo(): Record<string, never> {
    return {};
  }

  setMaxSendFragment(): boolean {
    return false;
  }

  disableRenegotiation(): void {}

  setServername(name: string): void {
    this._role.host = String(name);
  }

  setSession(): void {}

  enableTrace(): void {}
}

/** Reads the first message of a client, and the server name in it, which may be empty. */
async function clientHello(
  inner: Handle,
  before: Uint8Array,
  isOver: () => boolean,
): Promise<[hello: Uint8Array, servername: string]> {
  const room = new Uint8Array(16384);
  let hello = before;
  for (;;) {
    // A message that is none, or too long, fails in the session.
    const servername = hello.length > 65536 ? "" : core.ops.op_lumi_tls_hello(hello);
    if (servername !== null) return [hello, servername];
    const status = await inner.readable();
    const count = status < 0 ? status : inner.read(room);
    if (count === AGAIN && !isOver()) continue;
    if (count < 0) throw failureOf(count, "read");
    if (count === 0) throw coded(Error, "ECONNRESET", "socket hang up");
    hello = Buffer.concat([hello, room.subarray(0, count)]);
  }
}

/** OpenSSL's name: `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256` as `ECDHE-RSA-AES128-GCM-SHA256`. */
function shortName(standard: string): string {
  return standard.replace("TLS_", "").replace("_WITH_", "_").replace("AES_", "AES").replaceAll("_", "-")
    .replace("CHACHA20-POLY1305-SHA256", "CHACHA20-POLY1305");
}
