// Connections to Postgres. This code is a part of bundles.

import type { SqlValue } from "./database.ts";
import { message, messageReader, type Part, partReader, type ServerMessage } from "./protocol.ts";
import { scram } from "./scram.ts";
import { parameterText, readerOf } from "./values.ts";

/** The answer to a statement. */
export interface SqlResult {
  readonly rows: Record<string, unknown>[];
  /** The number of rows that it changed or answered. */
  readonly count: number;
  /** The name of the command that ran, such as `INSERT`. */
  readonly command: string;
}

/** A connection, which runs one statement at a time. It ends with the first failure that is none of a statement. */
export interface SqlConnection {
  /** Runs one statement with parameters. */
  run(text: string, parameters: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs statements without parameters and without an answer. */
  script(text: string): Promise<void>;
  readonly isOpen: () => boolean;
  close(): void;
}

/** The part of `node:net` and `node:tls` that is used. */
interface Socket {
  write(bytes: Uint8Array): boolean;
  destroy(): void;
  /** Keeps the process, as long as someone waits for an answer. */
  ref(): void;
  unref(): void;
  setNoDelay?(): void;
  removeAllListeners(event: string): void;
  on(event: "data", listener: (bytes: Uint8Array) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "close" | "connect" | "secureConnect", listener: () => void): void;
}

/** Milliseconds until the server must have accepted a connection. */
const CONNECT_TIMEOUT = 10_000;
/** The values of `sslmode`: a connection is encrypted, or not. */
export const SSL_MODES: readonly string[] = ["disable", "require"];
const VERSION = 196_608;
const ASKING_FOR_TLS = 80_877_103;

/** The place of a database, and the user: `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`. */
interface Place {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Whether the connection is encrypted. */
  readonly isEncrypted: boolean;
}

function placeOf(url: string): Place {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  if (protocol !== "postgres:" && protocol !== "postgresql:") {
    throw new TypeError("the URL of a database must begin with postgres://");
  }
  const user = decodeURIComponent(username);
  const mode = searchParams.get("sslmode") ?? "disable";
  if (!SSL_MODES.includes(mode)) {
    throw new TypeError(
      `the URL of a database has sslmode=${mode}, but a connection is encrypted by \`require\` or not by \`disable\``,
    );
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? 5432 : Number(port),
    user,
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || user,
    isEncrypted: mode === "require",
  };
}

/** Makes the error of a message of the server. */
function errorOf(body: Uint8Array): Error {
  const reader = partReader(body);
  const fields: Record<string, string> = {};
  while (!reader.isAtEnd) {
    const kind = String.fromCharCode(reader.bytes(1)[0]!);
    if (kind === "\0") break;
    fields[kind] = reader.text();
  }
  const error = new Error(
    `${fields["M"] ?? "the statement failed"}${fields["D"] === undefined ? "" : `: ${fields["D"]}`}`,
  );
  // The five characters by which SQL names errors, such as 23505.
  return Object.assign(error, { name: "DatabaseError", code: fields["C"] });
}

/** Opens a connection. */
export async function connectDatabase(url: string): Promise<SqlConnection> {
  const place = placeOf(url);
  const { host, port } = place;
  const failed = (error: Error) => new Error(`the connection to Postgres at ${host}:${port} failed: ${error.message}`);
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const timer = setTimeout(() => late.reject(failed(new Error("it does not answer"))), CONNECT_TIMEOUT);
  const socket: Socket = process.getBuiltinModule("node:net").connect({ host, port });
  try {
    const stream = await Promise.race([late.promise, connected(socket, place)]).catch((error) => {
      throw failed(error);
    });
    const opened = connectionOn(stream, failed);
    await Promise.race([late.promise, opened.begin(place)]);
    return opened.connection;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The connected socket, or an encrypted one on it if the place asks for that. */
async function connected(socket: Socket, { isEncrypted }: Place): Promise<Socket> {
  socket.setNoDelay?.();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  socket.on("error", ended.reject);
  socket.on("close", () => ended.reject(new Error("it closed the connection")));
  await Promise.race([ended.promise, new Promise<void>((resolve) => socket.on("connect", resolve))]);
  if (!isEncrypted) return socket;
  const answer = new Promise<Uint8Array>((resolve) => socket.on("data", resolve));
  socket.write(message("", [[ASKING_FOR_TLS, 4]]));
  const bytes = await Promise.race([ended.promise, answer]);
  socket.removeAllListeners("data");
  if (bytes.length !== 1 || bytes[0] !== 0x53) throw new Error("it does not encrypt connections");
  // As clients of Postgres do for `require`: the certificate of a database is often its own.
  const encrypted: Socket = process.getBuiltinModule("node:tls").connect({ socket, rejectUnauthorized: false });
  encrypted.on("error", ended.reject);
  await Promise.race([ended.promise, new Promise<void>((resolve) => encrypted.on("secureConnect", resolve))]);
  return encrypted;
}

/** The one who waits for messages of the server. */
interface Receiver {
  take(message: ServerMessage): void;
  fail(error: Error): void;
}

/** A connection that has to begin. */
interface Opened {
  readonly connection: SqlConnection;
  begin(place: Place): Promise<void>;
}

function connectionOn(socket: Socket, failed: (error: Error) => Error): Opened {
  let receiver: Receiver | undefined;
  let reason: Error | undefined;
  const end = (error: Error) => {
    reason ??= error;
    socket.destroy();
    receiver?.fail(reason);
    receiver = undefined;
  };
  const read = messageReader();
  socket.on("data", (bytes) => {
    try {
      // Notices, settings and notifications are no answers.
      for (const it of read(bytes)) if (!"NSA".includes(it.kind)) receiver?.take(it);
    } catch (error) {
      end(failed(error as Error));
    }
  });
  socket.on("error", (error) => end(failed(error)));
  socket.on("close", () => end(failed(new Error("it closed the connection"))));
  /** Sends messages, and hands the answers to `take` until it answers true. */
  const exchange = (messages: readonly Uint8Array[], take: (message: ServerMessage) => boolean) => {
    if (reason !== undefined) return Promise.reject(reason);
    if (receiver !== undefined) return Promise.reject(new Error("the connection runs another statement"));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    receiver = {
      fail: reject,
      take(message) {
        if (!take(message)) return;
        receiver = undefined;
        socket.unref();
        resolve();
      },
    };
    socket.ref();
    for (const it of messages) socket.write(it);
    return promise;
  };
  const run = (messages: readonly Uint8Array[]) => statement(exchange, messages);
  return {
    begin: (place) => begin(place, socket, exchange),
    connection: {
      run: (text, parameters) => run(statementMessages(text, parameters)),
      async script(text) {
        await run([message("Q", [text])]);
      },
      isOpen: () => reason === undefined,
      close() {
        if (reason === undefined) socket.write(message("X", []));
        end(new Error("the connection to Postgres is closed"));
      },
    },
  };
}

type Exchange = (messages: readonly Uint8Array[], take: (message: ServerMessage) => boolean) => Promise<void>;

/** Parse, bind, describe, execute, and sync, so that the server is ready again after a failure, too. */
function statementMessages(text: string, parameters: readonly SqlValue[]): Uint8Array[] {
  if (parameters.length > 65_535) throw new RangeError("a statement has at most 65,535 parameters");
  const values = parameters.map(parameterText).flatMap((it): Part[] => {
    if (it === null) return [[-1, 4]];
    const bytes = new TextEncoder().encode(it);
    return [[bytes.length, 4], bytes];
  });
  const count = new Uint8Array([parameters.length >> 8, parameters.length & 0xff]);
  return [
    message("P", ["", text, [0, 2]]),
    message("B", ["", "", [0, 2], count, ...values, [0, 2]]),
    message("D", [new Uint8Array([0x50]), ""]),
    message("E", ["", [0, 4]]),
    message("S", []),
  ];
}

/** Runs a statement to its end. */
async function statement(exchange: Exchange, messages: readonly Uint8Array[]): Promise<SqlResult> {
  const rows: Record<string, unknown>[] = [];
  let columns: readonly Column[] = [];
  let tag = "";
  let error: Error | undefined;
  await exchange(messages, ({ kind, body }) => {
    if (kind === "T") columns = columnsOf(body);
    else if (kind === "D") rows.push(rowOf(columns, body));
    else if (kind === "C") tag = partReader(body).text();
    else if (kind === "E") error ??= errorOf(body);
    else if (kind === "G") throw new Error("COPY needs a connection of another kind");
    return kind === "Z";
  });
  if (error !== undefined) throw error;
  return { rows, count: Number(/\d+$/.exec(tag)?.[0] ?? 0), command: tag.split(" ")[0]! };
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

function columnsOf(body: Uint8Array): Column[] {
  const reader = partReader(body);
  return Array.from({ length: reader.int16() }, () => {
    const name = reader.text();
    reader.bytes(6);
    const type = reader.int32();
    reader.bytes(8);
    return { name, read: readerOf(type) };
  });
}

function rowOf(columns: readonly Column[], body: Uint8Array): Record<string, unknown> {
  const reader = partReader(body);
  reader.int16();
  return Object.fromEntries(columns.map(({ name, read }) => {
    const length = reader.int32();
    return [name, length < 0 ? null : read(new TextDecoder().decode(reader.bytes(length)))];
  }));
}

/** Introduces the user, and waits until the server is ready. */
async function begin({ user, password, database }: Place, socket: Socket, exchange: Exchange): Promise<void> {
  const parameters = { user, database, client_encoding: "UTF8", TimeZone: "UTC", DateStyle: "ISO" };
  const greeting = message("", [[VERSION, 4], ...Object.entries(parameters).flat(), new Uint8Array(1)]);
  const proof = scram(password);
  let error: Error | undefined;
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  const authenticate = (body: Uint8Array) => {
    const reader = partReader(body);
    const kind = reader.int32();
    const rest = () => new TextDecoder().decode(body.subarray(4));
    if (kind === 0) return;
    if (kind === 10) {
      const first = new TextEncoder().encode(proof.first);
      socket.write(message("p", ["SCRAM-SHA-256", [first.length, 4], first]));
    } else if (kind === 11) {
      proof.final(rest()).then((text) => socket.write(message("p", [new TextEncoder().encode(text)])), refuse);
    } else if (kind === 12) proof.verify(rest());
    else throw new Error("the server of Postgres asks for another authentication than SCRAM-SHA-256");
  };
  const ready = exchange([greeting], ({ kind, body }) => {
    if (kind === "R") authenticate(body);
    else if (kind === "E") {
      error = errorOf(body);
      return true;
    }
    return kind === "Z";
  });
  await Promise.race([ready, refused]);
  if (error !== undefined) throw error;
}

declare const process: { getBuiltinModule(name: string): any };
