// Worker: a thread with an isolate of its own, seen from the thread that starts it.

import { core, type WorkerNews } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import type { Readable, Writable } from "../../npm/readable-stream.js";
import { EventEmitter } from "../events/event_emitter.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { process } from "../process/process.ts";
import { errorOf } from "./error_data.ts";
import { type Beginning, environmentData, FAILED, ONLINE, type ResourceLimits } from "./own_thread.ts";
import { listenLater, type NodePort } from "./port_listeners.ts";
import { script, WebChannel } from "./ports.ts";
import { argumentsOf, entryOf, flagsOf, heapOf, variablesOf, type WorkerOptions } from "./worker_options.ts";

interface StreamModule {
  Readable: new (options: { read(): void }) => Readable;
  Writable: new (options: object) => Writable;
}

const streams = core.createLazyLoader("lumi:/node/stream/stream.ts");
const streamClasses = () => (streams() as unknown as { default: StreamModule }).default;

const idOf = (port: MessagePort): number => script.getMessagePortId(port)!;

type End = Extract<WorkerNews, { kind: "ended" }>;

const outOfMemory = (): Error =>
  coded(Error, "ERR_WORKER_OUT_OF_MEMORY", "Worker terminated due to reaching memory limit: JS heap out of memory");

interface Failure {
  error: unknown;
}

/** The error of an end that the worker could not report itself. */
function failureOf(end: End | null): Failure | undefined {
  if (end?.isOutOfMemory === true) return { error: outOfMemory() };
  return typeof end?.problem === "string" ? { error: new Error(end.problem) } : undefined;
}

export class Worker extends EventEmitter {
  readonly #id: number;
  readonly #port: NodePort;
  readonly #portClosed: Promise<void>;
  readonly #outputs: (Readable | undefined)[] = [];
  readonly stdin: Writable | null;
  #resourceLimits: ResourceLimits;
  #failure: Failure | undefined;
  #isOver = false;
  #isTerminated = false;
  #hasRef = true;
  #waiting: Promise<unknown> | undefined;
  /** Settles when messages may come; `undefined` until the worker is online. */
  #begun: Promise<void> | undefined;

  constructor(filename: string | URL, options: WorkerOptions = {}) {
    super();
    if (typeof options !== "object" || options === null) throw invalidArgType("options", "of type object", options);
    const entry = entryOf(filename, options);
    const { argv, execArgv, env, resourceLimits = {}, transferList = [] } = options;
    const [variables, hasAllVariables] = variablesOf(env);
    const [messages, beginnings] = [new WebChannel(), new WebChannel()];
    const input = options.stdin === true ? new WebChannel() : null;
    const beginning: Beginning = {
      workerData: options.workerData,
      environmentData,
      variables,
      hasAllVariables,
      file: entry.file,
      code: entry.code,
      execArgv: flagsOf(execArgv),
      folder: process.cwd(),
      input: input?.port2 ?? null,
      resourceLimits,
    };
    const settings = {
      folder: process.cwd(),
      text: entry.text,
      arguments: argumentsOf(argv),
      heap: heapOf(resourceLimits),
      captures: [options.stdout === true, options.stderr === true] as [boolean, boolean],
    };
    beginnings.port1.postMessage(beginning, [...transferList, ...(input === null ? [] : [input.port2])]);
    this.#resourceLimits = { ...resourceLimits };
    this.#id = core.ops.op_lumi_worker_start(settings, idOf(messages.port2), idOf(beginnings.port2));
    this.#port = messages.port1 as NodePort;
    this.#portClosed = this.#listen();
    this.stdin = input === null ? null : writerTo(input.port1 as NodePort);
    void this.#run();
  }

  get threadId(): number {
    return this.#isOver ? -1 : this.#id;
  }

  get resourceLimits(): ResourceLimits {
    return this.#isOver ? {} : this.#resourceLimits;
  }

  get stdout(): Readable {
    return this.#output(0);
  }

  get stderr(): Readable {
    return this.#output(1);
  }

  get performance(): object {
    return { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
  }

  postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    if (this.#isOver) return;
    if (transfer === undefined) this.#port.postMessage(message);
    else this.#port.postMessage(message, transfer as StructuredSerializeOptions);
  }

  /** Ends the worker. The promise has its exit code, or undefined if it had ended before. */
  terminate(callback?: (error: null, code: number) => void): Promise<number | undefined> {
    if (this.#isOver) return Promise.resolve(undefined);
    this.ref();
    if (typeof callback === "function") this.once("exit", (code) => callback(null, code as number));
    const ended = new Promise<number>((resolve) => this.once("exit", (code) => resolve(code as number)));
    this.#isTerminated = true;
    core.ops.op_lumi_worker_stop(this.#id);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate();
  }

  ref(): void {
    this.#hasRef = true;
    if (this.#waiting !== undefined) core.refOpPromise(this.#waiting);
  }

  unref(): void {
    this.#hasRef = false;
    if (this.#waiting !== undefined) core.unrefOpPromise(this.#waiting);
  }

  getHeapSnapshot(): never {
    throw notAvailable("worker.getHeapSnapshot");
  }

  /** Passes on messages until the worker closes its end, which does not keep the program running. */
  #listen(): Promise<void> {
    const port = this.#port;
    for (const name of ["message", "messageerror"]) {
      listenLater(port, name, (event) => this.emit(name, (event as MessageEvent).data));
    }
    const closed = new Promise<void>((resolve) => port.addEventListener("close", () => resolve()));
    port.unref();
    return closed;
  }

  async #run(): Promise<void> {
    for (;;) {
      const waiting = core.ops.op_lumi_worker_next(this.#id);
      this.#waiting = waiting;
      if (!this.#hasRef) core.unrefOpPromise(waiting);
      const news = await waiting;
      this.#waiting = undefined;
      if (news === null || news.kind === "ended") return this.#end(news);
      if (news.kind === "output") this.#outputs[news.stream - 1]?.push(Buffer.from(news.text));
      else if (news.report === ONLINE) this.#begin();
      else if (news.report === FAILED) this.#failure = { error: errorOf(news.data) };
    }
  }

  /** Messages come after the event and what waits for it. */
  #begin(): void {
    process.nextTick(() => this.emit("online"));
    this.#begun = new Promise<void>((resolve) => core.createTimer(resolve, 0, undefined, false, true));
    void this.#begun.then(() => this.#port.start());
  }

  /** Errors and the end come after all messages. */
  async #end(news: End | null): Promise<void> {
    await this.#begun;
    if (this.#hasRef) this.#port.ref();
    this.#port.start();
    await this.#portClosed;
    this.#port.unref();
    this.#isOver = true;
    // As in Node, a worker that the program has ended fails no more.
    const failure = this.#isTerminated ? undefined : this.#failure ?? failureOf(news);
    for (const output of this.#outputs) output?.push(null);
    const exit = () => this.emit("exit", news?.code ?? 1);
    if (failure === undefined) return process.nextTick(exit);
    // The end comes in a task of its own: a program that awaited the error may await the end next.
    process.nextTick(() => {
      core.createTimer(exit, 0, undefined, false, true);
      this.emit("error", failure.error);
    });
  }

  #output(index: 0 | 1): Readable {
    const { Readable } = streamClasses();
    const made = this.#outputs[index] ?? new Readable({ read: () => {} });
    if (this.#outputs[index] === undefined && this.#isOver) made.push(null);
    return (this.#outputs[index] = made);
  }
}

/** A stream to the standard input of a worker. */
function writerTo(port: NodePort): Writable {
  port.unref();
  const { Writable } = streamClasses();
  return new Writable({
    write(chunk: Uint8Array, _encoding: string, done: () => void) {
      port.postMessage(new Uint8Array(chunk));
      done();
    },
    final(done: () => void) {
      port.postMessage(null);
      done();
    },
  });
}
