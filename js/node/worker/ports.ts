// The ports of worker_threads: those of the web, with the members that Node gives them.

import { core, web } from "../../web/ops.ts";
import type { Listener } from "../events.ts";
import { invalidArgType } from "../node_errors.ts";

interface MessagePortScript {
  MessageChannel: typeof MessageChannel;
  MessagePort: typeof MessagePort;
  getMessagePortId(port: MessagePort): number | null;
  deserializeJsMessageData(data: unknown): [message: unknown, ports: unknown[]];
  markAsUncloneable(value: object): void;
  readonly nodeWorkerThreadCloseCb: symbol;
}

interface PortOps {
  /** The next message of a port; null if it has none. */
  op_message_port_recv_message_sync(id: number): unknown;
}

export const script = web("13_message_port.js") as unknown as MessagePortScript;
export const { MessageChannel: WebChannel, MessagePort: WebPort } = script;

/** The port with this number, which the host has made. */
export const portOf = (id: number): MessagePort =>
  (core as unknown as { getTransferableResource(name: string): { receive(id: number): MessagePort } })
    .getTransferableResource("MessagePort").receive(id);

/** Takes the next message of a port without waiting; null if there is none. */
export function takeMessage(id: number): { message: unknown } | null {
  const data = (core.ops as unknown as PortOps).op_message_port_recv_message_sync(id);
  return data === null ? null : { message: script.deserializeJsMessageData(data)[0] };
}

/** The listeners of the web for those of Node, by port, event and listener. */
const wrapped = new WeakMap<object, Map<string, Map<Listener, (event: Event) => void>>>();

function listenersOf(port: object, name: string): Map<Listener, (event: Event) => void> {
  const all = wrapped.get(port) ?? new Map<string, Map<Listener, (event: Event) => void>>();
  wrapped.set(port, all);
  const found = all.get(name) ?? new Map<Listener, (event: Event) => void>();
  all.set(name, found);
  return found;
}

const withData = ["message", "messageerror"];

function listen(port: MessagePort, name: string, listener: Listener, once: boolean): void {
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
  const heard = (event: Event) => {
    if (once) unlisten(port, name, listener);
    const { data } = event as MessageEvent;
    Reflect.apply(listener, port, withData.includes(name) ? [data] : name === "close" ? [] : [event]);
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
  ref(): void;
  unref(): void;
}

const members: Record<PropertyKey, (this: MessagePort, ...args: never[]) => unknown> = {
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

/** All ports, those that a message brings included. Each tells its listeners when the other end is closed. */
for (const [name, value] of Object.entries({ ...members, addListener: members.on, removeListener: members.off })) {
  Object.defineProperty(WebPort.prototype, name, { value, writable: true, configurable: true });
}
Object.defineProperty(WebPort.prototype, script.nodeWorkerThreadCloseCb, {
  value(this: MessagePort) {
    this.dispatchEvent(new Event("close"));
  },
  configurable: true,
});
