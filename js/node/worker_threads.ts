// node:worker_threads: channels of messages within the program, which has one thread.

import { core, web } from "../web/ops.ts";
import type { Listener } from "./events.ts";
import { coded, invalidArgType, notAvailable } from "./node_errors.ts";

interface MessagePortScript {
  MessageChannel: typeof MessageChannel;
  MessagePort: typeof MessagePort;
  getMessagePortId(port: MessagePort): number | null;
  deserializeJsMessageData(data: unknown): [message: unknown, ports: unknown[]];
  markAsUncloneable(value: object): void;
}

interface PortOps {
  /** The next message of a port; null if it has none. */
  op_message_port_recv_message_sync(id: number): unknown;
}

const script = web("13_message_port.js") as unknown as MessagePortScript;
const { MessageChannel: WebChannel, MessagePort: WebPort } = script;
const { BroadcastChannel: WebBroadcastChannel } = web("01_broadcast_channel.js") as { BroadcastChannel: unknown };

export const isMainThread = true;
export const threadId = 0;
export const parentPort = null;
export const workerData = null;
export const resourceLimits = {};
export const SHARE_ENV: symbol = Symbol.for("nodejs.worker_threads.SHARE_ENV");

/** The listeners of the web for those of Node, by port, event and listener. */
const wrapped = new WeakMap<object, Map<string, Map<Listener, (event: Event) => void>>>();

function listenersOf(port: object, name: string): Map<Listener, (event: Event) => void> {
  const all = wrapped.get(port) ?? new Map<string, Map<Listener, (event: Event) => void>>();
  wrapped.set(port, all);
  const found = all.get(name) ?? new Map<Listener, (event: Event) => void>();
  all.set(name, found);
  return found;
}

function listen(port: MessagePort, name: string, listener: Listener, once: boolean): void {
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
  const heard = (event: Event) => {
    if (once) unlisten(port, name, listener);
    Reflect.apply(listener, port, name === "message" ? [(event as MessageEvent).data] : [event]);
  };
  listenersOf(port, name).set(listener, heard);
  port.addEventListener(name, heard as EventListener);
  if (name === "message") port.start();
}

function unlisten(port: MessagePort, name: string, listener: Listener): void {
  const heard = listenersOf(port, name).get(listener);
  if (heard === undefined) return;
  listenersOf(port, name).delete(listener);
  port.removeEventListener(name, heard as EventListener);
}

/** Members of ports besides those of the web. */
export interface NodePort extends MessagePort {
  on(name: string, listener: Listener): this;
  once(name: string, listener: Listener): this;
  off(name: string, listener: Listener): this;
  addListener(name: string, listener: Listener): this;
  removeListener(name: string, listener: Listener): this;
  removeAllListeners(name?: string): this;
  listenerCount(name: string): number;
  eventNames(): string[];
  emit(name: string, value?: unknown): boolean;
}

const members: Record<string, (this: MessagePort, ...args: never[]) => unknown> = {
  on(this: MessagePort, name: string, listener: Listener) {
    listen(this, name, listener, false);
    return this;
  },
  once(this: MessagePort, name: string, listener: Listener) {
    listen(this, name, listener, true);
    return this;
  },
  off(this: MessagePort, name: string, listener: Listener) {
    unlisten(this, name, listener);
    return this;
  },
  removeAllListeners(this: MessagePort, name?: string) {
    const all = wrapped.get(this);
    for (const each of name === undefined ? [...(all?.keys() ?? [])] : [name]) {
      for (const listener of [...listenersOf(this, each).keys()]) unlisten(this, each, listener);
    }
    return this;
  },
  listenerCount(this: MessagePort, name: string) {
    return listenersOf(this, name).size;
  },
  eventNames(this: MessagePort) {
    return [...(wrapped.get(this) ?? [])].filter((it) => it[1].size > 0).map((it) => it[0]);
  },
  emit(this: MessagePort, name: string, value?: unknown) {
    const listeners = [...listenersOf(this, name).values()];
    for (const heard of listeners) heard({ data: value } as unknown as Event);
    return listeners.length > 0;
  },
};

function withNodeMembers(port: MessagePort): NodePort {
  for (const [name, value] of Object.entries({ ...members, addListener: members.on, removeListener: members.off })) {
    Object.defineProperty(port, name, { value, writable: true, configurable: true });
  }
  return port as NodePort;
}

/** Two ports; what is posted on one arrives at the other. */
class NodeMessageChannel {
  readonly port1: NodePort;
  readonly port2: NodePort;

  constructor() {
    const { port1, port2 } = new WebChannel();
    this.port1 = withNodeMembers(port1);
    this.port2 = withNodeMembers(port2);
  }
}
Object.defineProperty(NodeMessageChannel, "name", { value: "MessageChannel", configurable: true });

/** Takes the next message of a port without waiting; undefined if there is none. */
export function receiveMessageOnPort(port: MessagePort): { message: unknown } | undefined {
  if (!(port instanceof WebPort)) {
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "port" argument must be a MessagePort instance');
  }
  const id = script.getMessagePortId(port);
  const data = id === null ? null : (core.ops as unknown as PortOps).op_message_port_recv_message_sync(id);
  return data === null ? undefined : { message: script.deserializeJsMessageData(data)[0] };
}

const environment = new Map<unknown, unknown>();

export const getEnvironmentData = (key: unknown): unknown => environment.get(key);

export function setEnvironmentData(key: unknown, value?: unknown): void {
  if (value === undefined) environment.delete(key);
  else environment.set(key, value);
}

const untransferable = new WeakSet<object>();

export function markAsUntransferable(value: object): void {
  if (typeof value === "object" && value !== null) untransferable.add(value);
}

export const isMarkedAsUntransferable = (value: object): boolean => untransferable.has(value);

export const markAsUncloneable = (value: object): void => script.markAsUncloneable(value);

export function moveMessagePortToContext(): never {
  throw notAvailable("moveMessagePortToContext", "a program has one realm");
}

/** Never made: a program has one thread. */
export class Worker {
  constructor(_file: string | URL, _options?: object) {
    throw notAvailable("Worker", "a program has one thread; run the work here, or in a process of node:child_process");
  }
}

export { NodeMessageChannel as MessageChannel, WebBroadcastChannel as BroadcastChannel, WebPort as MessagePort };

export default {
  BroadcastChannel: WebBroadcastChannel,
  getEnvironmentData,
  isMainThread,
  isMarkedAsUntransferable,
  markAsUncloneable,
  markAsUntransferable,
  MessageChannel: NodeMessageChannel,
  MessagePort: WebPort,
  moveMessagePortToContext,
  parentPort,
  receiveMessageOnPort,
  resourceLimits,
  setEnvironmentData,
  SHARE_ENV,
  threadId,
  Worker,
  workerData,
};
