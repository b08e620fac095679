// The boundary between the web globals and Node modules and the host: every native op they call.
// Late-bound as those of the SDK (js/lumi/protocol/ops.ts): read from `core.ops` when called.

import type { NetTarget, SocketAddresses } from "../node/net/types.ts";
import type { CertificateFacts, TlsFacts, TlsSettings } from "../node/tls/types.ts";

/** How a process that was waited for has ended. */
export interface Finished {
  pid: number;
  status: number | null;
  signal: number | null;
  timedOut: boolean;
  overflowed: boolean;
  /** The output of each stream, indexed by its number; null for a stream without a pipe. */
  output: (Uint8Array | null)[];
}

export interface FetchRequest {
  method: string;
  url: string;
  /** Flat: name, value, name, value. */
  headers: string[];
  redirect: "follow" | "error" | "manual";
  /** Parts are sent while the answer is awaited. */
  body: "none" | "whole" | "parts";
}

export interface FetchResponse {
  status: number;
  statusText: string;
  /** The one that answered, after redirects. */
  url: string;
  redirected: boolean;
  headers: string[];
}

/** Memory in bytes, uptime in seconds. */
export interface Machine {
  parallelism: number;
  totalMemory: number;
  freeMemory: number;
  priority: number;
  uptime: number;
  load: number[];
  release: string;
  version: string;
}

/** The native side of fs.watch. */
export interface FileWatcherHandle {
  readonly watcher: unique symbol;
}

/** The state of a compressed stream. */
export interface ZlibHandle {
  readonly zlib: unique symbol;
}

/** The state of a cipher. */
export interface CipherHandle {
  readonly cipher: unique symbol;
}

/** The state of a digest or an HMAC. */
export interface HashHandle {
  readonly hash: unique symbol;
}

/** An event of a WebSocket. */
export type WebSocketEvent =
  | { kind: "open"; protocol: string }
  | { kind: "text"; text: string }
  | { kind: "bytes"; data: Uint8Array<ArrayBuffer> }
  | { kind: "close"; code: number; reason: string };

/** An event of an HTTP/2 session. Headers are names and values in turn. */
export type Http2Event =
  | { kind: "response"; stream: number; headers: string[]; isEnd: boolean }
  | { kind: "informational"; stream: number; headers: string[] }
  | { kind: "data"; stream: number; data: Uint8Array<ArrayBuffer> }
  | { kind: "trailers"; stream: number; headers: string[] }
  | { kind: "end"; stream: number }
  | { kind: "written"; stream: number }
  | { kind: "reset"; stream: number; code: number }
  | { kind: "settings"; values: [number, number][] }
  | { kind: "settingsAck" }
  | { kind: "ping"; payload: Uint8Array<ArrayBuffer> }
  | { kind: "pong"; payload: Uint8Array<ArrayBuffer> }
  | { kind: "goaway"; code: number; lastStream: number; data: Uint8Array<ArrayBuffer> }
  | { kind: "closed"; code: number | null; message: string | null };

export interface WebOps {
  /** Connections of WebSockets are numbers. */
  op_lumi_web_socket_open(url: string, protocols: string[]): number;
  /** The end of a server, whose handshake is done. */
  op_lumi_web_socket_accept(): number;
  op_lumi_web_socket_feed(id: number, data: Uint8Array): void;
  op_lumi_web_socket_end(id: number): void;
  op_lumi_web_socket_next(id: number): WebSocketEvent | null;
  op_lumi_web_socket_pull(id: number, room: Uint8Array): number;
  op_lumi_web_socket_send_text(id: number, text: string): void;
  op_lumi_web_socket_send_bytes(id: number, data: Uint8Array): void;
  /** The code 0 sends none. */
  op_lumi_web_socket_close(id: number, code: number, reason: string): void;
  op_lumi_web_socket_drop(id: number): void;
  /** Sessions of HTTP/2, and their streams, are numbers. */
  op_lumi_http2_open(settings: object): number;
  op_lumi_http2_feed(id: number, data: Uint8Array): void;
  op_lumi_http2_end(id: number): void;
  op_lumi_http2_poll(id: number): Http2Event[];
  op_lumi_http2_pull(id: number, room: Uint8Array): number;
  op_lumi_http2_request(id: number, headers: string[], isEnd: boolean): number;
  op_lumi_http2_write(id: number, stream: number, data: Uint8Array, isEnd: boolean): void;
  op_lumi_http2_trailers(id: number, stream: number, headers: string[]): void;
  op_lumi_http2_read(id: number, stream: number, isWanted: boolean): void;
  op_lumi_http2_reset(id: number, stream: number, code: number): void;
  op_lumi_http2_ping(id: number, payload: Uint8Array): void;
  op_lumi_http2_goaway(id: number, code: number, lastStream: number, data: Uint8Array): void;
  op_lumi_http2_window(id: number, size: number, isOfConnection: boolean): void;
  op_lumi_http2_drop(id: number): void;

  /** Streams and listeners are numbers; negative numbers are failures of the system. */
  op_lumi_net_connect(target: NetTarget): Promise<number>;
  op_lumi_net_connect_path(path: string): Promise<number>;
  /** The stream of the channel to the process that started this one; 0 for none. */
  op_lumi_channel_open(): number;
  op_lumi_net_listen(target: NetTarget, backlog: number, onlyV6: boolean): number;
  op_lumi_net_listen_path(path: string, backlog: number): number;
  op_lumi_net_accept(id: number): Promise<number>;
  op_lumi_net_readable(id: number): Promise<number>;
  /** The number of bytes; 0 at the end. */
  op_lumi_net_read(id: number, room: Uint8Array): number;
  /** The number of bytes that were written at once. */
  op_lumi_net_write(id: number, data: Uint8Array): number;
  op_lumi_text_length(text: string): number;
  op_lumi_text_write(text: string, isLatin1: boolean, room: Uint8Array, at: number): number;
  op_lumi_net_write_all(id: number, data: Uint8Array): Promise<number>;
  op_lumi_net_shutdown(id: number): number;
  op_lumi_net_close(id: number, isReset: boolean): void;
  op_lumi_net_addresses(id: number): SocketAddresses;
  /** Sessions of TLS are numbers. */
  /** A socket of UDP; `isAsked` says whether the program chose the address. */
  op_lumi_udp_bind(target: NetTarget, onlyV6: boolean, isShared: boolean, isAsked: boolean): number;
  op_lumi_udp_option(id: number, option: number, value: number, group: string, face: string): number;
  /** A failure, or 0, the message, and its sender. */
  op_lumi_udp_receive(id: number): Promise<[number, Uint8Array | null, [string, number, 4 | 6] | null]>;
  op_lumi_udp_send(id: number, target: NetTarget, data: Uint8Array): Promise<number>;
  op_lumi_tls_connect(settings: TlsSettings): number;
  op_lumi_tls_server(settings: TlsSettings): number;
  op_lumi_tls_accept(server: number): number;
  /** `facts` gets the number of bytes to read, 1 after the handshake, 1 when the other end has ended. */
  op_lumi_tls_feed(id: number, data: Uint8Array, facts: Uint32Array): void;
  op_lumi_tls_pull(id: number, room: Uint8Array): number;
  op_lumi_tls_read(id: number, room: Uint8Array): number;
  op_lumi_tls_write(id: number, data: Uint8Array): void;
  op_lumi_tls_end(id: number): void;
  op_lumi_tls_close(id: number): void;
  op_lumi_tls_facts(id: number): TlsFacts;
  /** The name in the first message of a client; empty without one, null if the message is not whole. */
  op_lumi_tls_hello(data: Uint8Array): string | null;
  op_lumi_tls_certificate(der: Uint8Array): CertificateFacts | null;
  op_lumi_tls_roots(): string[];
  /** Options: 0 no delay, 1 keep alive after seconds, 2 no keep alive. */
  op_lumi_net_option(id: number, option: number, value: number): number;

  /** `before` is the CRC-32 of the bytes before these. */
  op_lumi_crc32(data: Uint8Array, before: number): number;
  op_lumi_zlib_open(options: object, dictionary: Uint8Array): ZlibHandle;
  /** `facts` gets bytes taken, bytes written, and 1 at the end of the stream. */
  op_lumi_zlib_write(
    handle: ZlibHandle,
    input: Uint8Array,
    output: Uint8Array,
    flush: number,
    facts: Uint32Array,
  ): void;
  op_lumi_zlib_reset(handle: ZlibHandle): void;
  op_lumi_zlib_level(handle: ZlibHandle, level: number): void;

  /** `level`: 0 debug, 1 log and info, 2 warn, 3 error; `traceparent` is that of the current span, or empty. */
  op_lumi_print(text: string, level: number, traceparent: string): void;
  op_lumi_console_color(): boolean;
  op_lumi_is_inspected(): boolean;

  op_lumi_random(bytes: Uint8Array): void;
  /** `tag`: bytes of the tag, for CCM alone. */
  op_lumi_cipher_open(name: string, isEncryption: boolean, key: Uint8Array, iv: Uint8Array, tag: number): CipherHandle;
  op_lumi_cipher_authenticate(handle: CipherHandle, data: Uint8Array): void;
  op_lumi_cipher_update(handle: CipherHandle, data: Uint8Array, hasPadding: boolean): Uint8Array<ArrayBuffer>;
  op_lumi_cipher_expect(handle: CipherHandle, tag: Uint8Array): void;
  op_lumi_cipher_finish(handle: CipherHandle, hasPadding: boolean): Uint8Array<ArrayBuffer>;
  op_lumi_cipher_tag(handle: CipherHandle): Uint8Array<ArrayBuffer>;
  /** Requests and answers: src/node/crypto_requests/request.rs. */
  op_lumi_crypto(request: object): unknown;
  /** Does on another thread what op_lumi_crypto does. */
  op_lumi_crypto_later(request: object): Promise<unknown>;
  /** `length` is negative for the usual one; with a key it is an HMAC. */
  op_lumi_hash_open(algorithm: string, length: number, key: Uint8Array | null): HashHandle;
  op_lumi_hash_update(handle: HashHandle, data: Uint8Array): void;
  op_lumi_hash_finish(handle: HashHandle): Uint8Array<ArrayBuffer>;
  op_lumi_hash_copy(handle: HashHandle, length: number): HashHandle;
  op_lumi_digest(algorithm: string, data: Uint8Array): Uint8Array<ArrayBuffer>;

  op_lumi_env_get(name: string): string | null;
  op_lumi_env_names(): string[];
  /**
   * Reads a head of HTTP/1.1. `kind`: 0 request, 1 response, 2 trailers. What `facts` gets and the answer means:
   * js/node/http/head.ts.
   */
  op_lumi_http_head(kind: number, bytes: Uint8Array, limit: number, facts: Uint32Array): string;
  /** Null if the host has no address; the port 0 is any. */
  op_lumi_lookup(host: string, port: number): Promise<string[] | null>;
  /** Microseconds in its own code and in the kernel, and bytes of memory. */
  op_lumi_process_usage(): [user: number, system: number, memory: number];
  /** The caller is terminated soon after the call. */
  op_lumi_exit(code: number): void;
  op_lumi_heap(): number[];
  op_lumi_machine(): Machine;
  op_lumi_entry(): string;
  op_lumi_exec_path(): string;
  /** Operating system, processor, version of Lumi. */
  op_lumi_platform(): [string, string, string];
  /** The members of `options` and `limits`: js/node/child_process/. */
  op_lumi_command(program: string, args: string[], options: object, limits: object, input: Uint8Array): Finished;
  /** Answers the id of the process. */
  op_lumi_process_start(program: string, args: string[], options: object): number;
  op_lumi_process_wait(id: number): Promise<{ status: number | null; signal: number | null }>;
  op_lumi_process_drain(id: number): Promise<void>;
  /** Null at the end. */
  op_lumi_process_read(id: number, stream: number): Promise<Uint8Array | null>;
  op_lumi_process_write(id: number, stream: number, bytes: Uint8Array): Promise<void>;
  op_lumi_process_close(id: number, stream: number, onlyWriting: boolean): void;
  op_lumi_process_kill(id: number, signal: number): void;
  op_lumi_process_release(id: number): void;

  /** Requests and answers: js/node/fs/request.ts. `data` is the content to write. */
  op_lumi_file(request: object, data: Uint8Array): unknown;
  /** Does on another thread what op_lumi_file does. */
  op_lumi_file_later(request: object, data: Uint8Array): Promise<unknown>;
  op_lumi_file_read_text(path: string): string;

  op_lumi_watch_open(path: string, recursive: boolean): FileWatcherHandle;
  /** Null when the watcher is closed. */
  op_lumi_watch_next(watcher: FileWatcherHandle): Promise<[type: "change" | "rename", name: string] | null>;
  op_lumi_watch_close(watcher: FileWatcherHandle): void;

  /** Kind (0 built in, 1 CommonJS, 2 ES module, 3 JSON) and path; for the first and the third a URL. */
  op_lumi_require_resolve(specifier: string, file: string): [number, string];
  op_lumi_require_json(file: string, isRefused: boolean): string;
  /** A function of exports, require, module, __filename and __dirname. */
  op_lumi_commonjs_compile(file: string): (...args: unknown[]) => void;
  op_lumi_commonjs_evaluate(text: string, url: string, file: string): (...args: unknown[]) => void;
  /** Script, line and column from 0, the variables of each scope, and target, `this` and arguments if it is bound. */
  op_lumi_function_internals(
    func: Function,
  ): [string, number, number, Record<string, unknown>[], [Function, unknown, unknown[]] | null];
  /** The text that the compiler must compile; null if its code is kept from an earlier run. */
  op_lumi_typed_text(file: string, compiler: string): string | null;
  op_lumi_typed_keep(file: string, compiler: string, text: string, code: string, map: string): void;
  /** Whether the code of the program is what its own compiler makes of it. */
  op_lumi_is_compiled(): boolean;
  /**
   * 0 without the services of Pulumi's engine, 1 with them, 2 if the user wants to see the work of the SDK, too, 3 for a
   * plugin, whose engine is another process.
   */
  op_lumi_services(): number;
  /** Code of the failure, which is 0 for none, the encoded answer, and the message and the encoded details of the failure. */
  op_lumi_service_call(
    address: string,
    path: string,
    request: Uint8Array,
  ): Promise<[number, Uint8Array | null, string, Uint8Array | null]>;
  /** The next call of a function or a server of the program: number, port, path, encoded request; null at the end. */
  op_lumi_service_next(): Promise<[number, number, string, Uint8Array] | null>;
  op_lumi_service_answer(number: number, answer: Uint8Array): void;
  op_lumi_service_fail(number: number, code: number, message: string, details: Uint8Array): void;
  /** The next request of a call that takes a stream of them, as `op_lumi_service_call` answers; without bytes at the end. */
  op_lumi_service_request(number: number): Promise<[number, Uint8Array | null, string, Uint8Array | null]>;
  /** The port that was opened, or 0 and the reason; `streaming` has the paths of methods that take streams of requests. */
  op_lumi_service_listen(streaming: string[]): Promise<[number, string]>;
  op_lumi_service_close(port: number): void;
  /** The SyntaxError of a script that cannot be compiled. Nothing of it runs. */
  op_lumi_script_check(code: string, name: string): unknown;
  /** Those of the names, which have getters, that importers of the file ask for. */
  op_lumi_commonjs_asked(file: string, names: string[]): string[];
  op_lumi_commonjs_keep(file: string, body: (...args: unknown[]) => void): void;
  /** Throws: a package of Pulumi has asked for its engine, for a resource or else with empty texts. */
  op_lumi_no_engine(type: string, name: string): never;
  op_lumi_builtin_names(): string[];
  /** deno_core's own: loads and evaluates an ES module that has no top-level await. */
  op_import_sync(url: string): Record<string, unknown>;

  /** `id` names the request for the ops below. */
  op_lumi_fetch(id: number, request: FetchRequest, body: Uint8Array): Promise<FetchResponse>;
  op_lumi_fetch_abort(id: number): void;
  /** The next bytes of the body; null at its end. */
  op_lumi_fetch_read(id: number): Promise<Uint8Array<ArrayBuffer> | null>;
  op_lumi_fetch_read_all(id: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Sends a part of a body. Answers whether more is wanted. */
  op_lumi_fetch_send(id: number, bytes: Uint8Array): Promise<boolean>;
  op_lumi_fetch_sent(id: number): void;

  /** Starts a worker with two ports, which are taken; answers its number. */
  op_lumi_worker_start(worker: NewWorker, messages: number, beginning: number): number;
  op_lumi_worker_next(id: number): Promise<WorkerNews | null>;
  op_lumi_worker_stop(id: number): void;
  /** The number of this worker and those of its ports; null in the main thread. */
  op_lumi_worker_self(): [id: number, messages: number, beginning: number] | null;
  op_lumi_worker_report(kind: number, data: Uint8Array): void;
}

/** A worker to start (src/host/ops/worker_thread.rs). */
export interface NewWorker {
  /** The folder that relative imports of the entry module begin in. */
  folder: string;
  /** The text of the entry module. */
  text: string;
  arguments: string[];
  /** Bytes. */
  heap: number | null;
  /** Whether its standard output and error are news instead of the program's. */
  captures: [boolean, boolean];
}

export type WorkerNews =
  | { kind: "report"; report: number; data: Uint8Array }
  | { kind: "output"; stream: number; text: string }
  | { kind: "ended"; code: number; problem: string | null; isOutOfMemory: boolean };

/** deno_core's number of a timer. */
export type NativeTimer = { readonly _timerId: number };

/** A value that follows the asynchronous operations that begin while it is set. */
export interface AsyncVariable {
  /** Sets the value and answers the context to return to. */
  enter(value: unknown): unknown;
  get(): unknown;
}

interface Tick {
  callback: (...args: unknown[]) => void;
  args: unknown[] | undefined;
  snapshot: unknown;
}

interface Core {
  ops: WebOps;
  /** Whether the promise of an op keeps the program running. */
  refOpPromise(promise: Promise<unknown>): void;
  unrefOpPromise(promise: Promise<unknown>): void;
  /** State (0 pending, 1 fulfilled, 2 rejected) and result of a promise. */
  getPromiseDetails(promise: Promise<unknown>): [state: number, result: unknown];
  AsyncVariable: new () => AsyncVariable;
  /** The values of all asynchronous variables at this point. */
  getAsyncContext(): unknown;
  setAsyncContext(context: unknown): void;
  queueNextTick(tick: Tick): void;
  /** Runs ticks and microtasks until there are none. */
  createTimer(
    callback: () => void,
    delay: number,
    args: undefined,
    isRepeated: boolean,
    hasRef: boolean,
  ): NativeTimer;
  cancelTimer(timer: NativeTimer): void;
  refTimer(timer: NativeTimer): void;
  unrefTimer(timer: NativeTimer): void;
  readonly kRefed: symbol;
  immediateRefCount(isIncreased: boolean): void;
  queueImmediate(entry: object): void;
  clearImmediate(entry: object): void;
  __reportException(error: unknown): void;
  runNextTicks(): void;
  hasTickScheduled(): boolean;
  runMicrotasks(): void;
  eventLoopHasMoreWork(): boolean;
  setReportExceptionCallback(report: (error: unknown) => void): void;
  /** `handle` answers whether the rejection has been dealt with. */
  setUnhandledPromiseRejectionHandler(handle: (promise: Promise<unknown>, reason: unknown) => boolean): void;
  setHandledPromiseRejectionHandler(handle: (promise: Promise<unknown>, reason: unknown) => void): void;
  /** Runs a script; answers its value, and what it threw. */
  evalContext(
    source: string,
    specifier: string,
  ): [value: unknown, error: { thrown: unknown; isCompileError: boolean } | null];
  serialize(value: unknown, options?: object, failed?: (message: string) => never): Uint8Array<ArrayBuffer>;
  deserialize(bytes: Uint8Array, options?: object): unknown;
  memoryUsage(): { rss: number; heapTotal: number; heapUsed: number; external: number };
  encode(text: string): Uint8Array<ArrayBuffer>;
  /** Decodes UTF-8. Invalid bytes become U+FFFD. */
  decode(bytes: Uint8Array): string;
  /** The console of V8, which debuggers hear. */
  readonly v8Console: Console;
  /** Makes the methods of `console` call those of `other` first. */
  wrapConsole(console: Console, other: Console): void;
  /** Compiles a script of the web extension, or answers what it gave before. */
  loadExtScript(specifier: string): Record<string, unknown>;
  /** Answers a function that evaluates a module of the binary when called. */
  createLazyLoader(specifier: string): () => Record<string, unknown>;
  /** Closes a resource of the host by its number. */
  close(id: number): void;
  reportUnhandledException(error: unknown): void;
  registerErrorBuilder(className: string, build: (message: string) => unknown): void;
}

declare const Deno: { core: Core };

export const core = Deno.core;

/** The exports of a script of the web extension. */
export const web = (file: string) => core.loadExtScript(`ext:deno_web/${file}`);
