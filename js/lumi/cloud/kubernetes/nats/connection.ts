// Connections to NATS: its protocol over TCP. This code is a part of bundles.

import { headerBytes, type NatsHeaders, type NatsMessage } from "./message.ts";
import { natsParser, type ServerOperation } from "./parser.ts";

/** The user of a connection. */
export interface NatsUser {
  /** Host and port. */
  readonly address: string;
  /** The name of the user; subjects of answers begin with it. */
  readonly name: string;
  /** The JWT of the user, which is secret. */
  readonly token: string;
}

/** A message to the server. */
export interface Outgoing {
  readonly payload?: string | Uint8Array;
  readonly headers?: NatsHeaders;
}

/** An open connection. It ends with the first failure; those who use it open another one. */
export interface NatsConnection {
  publish(subject: string, message?: Outgoing): void;
  /**
   * Publishes a message, and calls `receive` with each answer until `close` is called. `fail` is called instead if the
   * connection ends, or if the user may not publish to the subject.
   */
  ask(subject: string, message: Outgoing, receive: (answer: NatsMessage) => void, fail: (error: Error) => void): Asking;
  /** Waits for the first answer, at most so many milliseconds. */
  request(subject: string, message: Outgoing, milliseconds: number): Promise<NatsMessage>;
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<Error>;
  close(): void;
}

/** Answers that are waited for. */
export interface Asking {
  close(): void;
}

/** The part of `node:net` that is used. */
interface Socket {
  write(bytes: Uint8Array): boolean;
  destroy(): void;
  setNoDelay(): void;
  on(event: "data", listener: (bytes: Uint8Array) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "close", listener: () => void): void;
}

/** Milliseconds until the server must have accepted the connection. */
const CONNECT_TIMEOUT = 10_000;

/** Those who wait for answers, by subscription: a message of a stream comes with the subject that it has there. */
type Receivers = Map<string, (message: NatsMessage) => void>;

/** Something that waits for an answer, and fails if its subject is refused. */
interface Waiting {
  readonly subject: string;
  fail(error: Error): void;
}

/** Opens a connection. */
export async function connectNats(user: NatsUser): Promise<NatsConnection> {
  const at = user.address.lastIndexOf(":");
  const { connect } = process.getBuiltinModule("node:net");
  const socket = connect({ host: user.address.slice(0, at), port: Number(user.address.slice(at + 1)) });
  const [ready, end] = [Promise.withResolvers<void>(), Promise.withResolvers<Error>()];
  const receivers: Receivers = new Map();
  const waiting = new Set<Waiting>();
  let isOpen = true;
  const fail = (error: Error) => {
    isOpen = false;
    socket.destroy();
    ready.reject(error);
    end.resolve(error);
    for (const it of [...waiting]) it.fail(error);
  };
  const parse = natsParser();
  const handle = (operation: ServerOperation) => {
    if (operation.kind === "info") socket.write(line(greeting(user)));
    else if (operation.kind === "ping") socket.write(line("PONG"));
    else if (operation.kind === "pong") ready.resolve();
    else if (operation.kind === "error") refused(operation.text, waiting, fail);
    else if (operation.kind === "message") receivers.get(operation.subscription)?.(operation.message);
  };
  socket.setNoDelay();
  socket.on("data", (bytes) => {
    try {
      for (const operation of parse(bytes)) handle(operation);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on("error", (error) => fail(new Error(`the connection to NATS at ${user.address} failed: ${error.message}`)));
  socket.on("close", () => fail(new Error(`NATS at ${user.address} closed the connection`)));
  const timer = setTimeout(() => fail(new Error(`NATS at ${user.address} does not answer`)), CONNECT_TIMEOUT);
  await ready.promise.finally(() => clearTimeout(timer));
  const prefix = `_INBOX.${user.name}.${crypto.randomUUID()}`;
  const send = (bytes: Uint8Array) => {
    if (isOpen) socket.write(bytes);
  };
  return connectionOn({ send, receivers, waiting, prefix, ended: end.promise, isOpen: () => isOpen, fail });
}

interface Parts {
  readonly send: (bytes: Uint8Array) => void;
  readonly receivers: Receivers;
  readonly waiting: Set<Waiting>;
  readonly prefix: string;
  readonly ended: Promise<Error>;
  readonly isOpen: () => boolean;
  readonly fail: (error: Error) => void;
}

function connectionOn({ send, receivers, waiting, prefix, ended, isOpen, fail }: Parts): NatsConnection {
  let last = 0;
  const ask: NatsConnection["ask"] = (subject, message, receive, failed) => {
    const subscription = String(++last);
    const inbox = `${prefix}.${subscription}`;
    const wait = { subject, fail: failed };
    receivers.set(subscription, receive);
    waiting.add(wait);
    if (isOpen()) {
      send(line(`SUB ${inbox} ${subscription}`));
      send(published(subject, message, inbox));
    } else failed(new Error("the connection to NATS is closed"));
    return {
      close() {
        receivers.delete(subscription);
        waiting.delete(wait);
        send(line(`UNSUB ${subscription}`));
      },
    };
  };
  return {
    ended,
    ask,
    publish: (subject, message = {}) => send(published(subject, message)),
    close: () => fail(new Error("the connection to NATS is closed")),
    request(subject, message, milliseconds) {
      const { promise, resolve, reject } = Promise.withResolvers<NatsMessage>();
      const asking = ask(subject, message, resolve, reject);
      // A connection that says nothing may be none any more.
      const late = () => fail(new Error(`NATS does not answer a request to ${subject}`));
      const timer = setTimeout(late, milliseconds);
      return promise.finally(() => {
        clearTimeout(timer);
        asking.close();
      });
    },
  };
}

/** A refused subject fails those who wait for its answers; other errors end the connection. */
function refused(text: string, waiting: ReadonlySet<Waiting>, fail: (error: Error) => void): void {
  const subject = /^Permissions Violation for Publish to "([^"]*)"/i.exec(text)?.[1];
  if (subject === undefined) {
    if (!/^Permissions Violation/i.test(text)) fail(new Error(`NATS refused the connection: ${text}`));
    return;
  }
  for (const it of [...waiting]) {
    if (it.subject === subject) {
      it.fail(new NatsRefusal(`NATS refused to publish to ${subject}: the user lacks the permission`));
    }
  }
}

/** The user may not do it, and trying again does not help. */
export class NatsRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NatsRefusal";
  }
}

function greeting({ name, token }: NatsUser): string {
  const options = {
    verbose: false,
    pedantic: false,
    headers: true,
    no_responders: true,
    protocol: 1,
    lang: "lumi",
    version: "1",
    name,
    jwt: token,
  };
  return `CONNECT ${JSON.stringify(options)}\r\nPING`;
}

const line = (text: string) => new TextEncoder().encode(`${text}\r\n`);

/** The bytes of `PUB` or `HPUB`. */
function published(subject: string, { payload = "", headers }: Outgoing, reply?: string): Uint8Array {
  const content = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const heads = headers === undefined ? new Uint8Array(0) : headerBytes(headers);
  const to = reply === undefined ? subject : `${subject} ${reply}`;
  const size = heads.length + content.length;
  const start = line(headers === undefined ? `PUB ${to} ${size}` : `HPUB ${to} ${heads.length} ${size}`);
  const bytes = new Uint8Array(start.length + size + 2);
  bytes.set(start);
  bytes.set(heads, start.length);
  bytes.set(content, start.length + heads.length);
  bytes.set([13, 10], start.length + size);
  return bytes;
}

declare const process: {
  getBuiltinModule(name: "node:net"): { connect(to: { host: string; port: number }): Socket };
};
