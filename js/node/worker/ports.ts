// The ports of worker_threads: those of the web, with the members that Node gives them.

import { complete } from "../completions.ts";
import { core, web } from "../../web/ops.ts";
import type { Listener } from "../events/events.ts";
import { invalidArgType } from "../node_errors.ts";

interface MessagePortScript {
  MessageChannel: typeof MessageChannel;
  MessagePort: typeof MessagePort;
  getMessagePortId(port: MessagePort): number | null;
  deserializeJsMessageData(data: unknown): [message: unknown, ports: unknown[]];
  markAsUncloneable(value: object): void;
  readonly nodeWorkerThreadCloseCb: symbol;
  readonly nodeWorkerThreadCloseCbInvoked: symbol;
  readonly refMessagePort: symbol;
}

interface PortOps {
  /** The next message of a port; null if it has none. */
  op_message_port_recv_message_sync(id: number): unknown;
  /** The next message of a port; null when the other end is closed. */
  op_message_port_recv_message(id: number): Promise<unknown>;
}

const portOps = core.ops as unknown as PortOps;

export const script = web("13_message_port.js") as unknown as MessagePortScript;
export const { MessageChannel: WebChannel, MessagePort: WebPort } = script;

/** The port with this number, which the host has made. */
export const portOf = (id: number): MessagePort =>
  (core as unknown as { getTransferableResource(name: string): { receive(id: number): MessagePort } })
    .getTransferableResource("MessagePort").receive(id);

/** Takes the next message of a port without waiting; null if there is none. */
export function takeMessage(id: number): { message: unknown } | null {
  const data = portOps.op_message_port_recv_message_sync(id);
  return data === null ? null : { message: script.deserializeJsMessageData(data)[0] };
}

/** The receiving of a port that was started. */
interface Receiving {
  isRunning: boolean;
  pending: Promise<unknown> | null;
  /** A promise whose message `takeNext` has taken before its event. */
  taken: Promise<unknown> | null;
}

const receivings = new WeakMap<MessagePort, Receiving>();

function receivingOf(port: MessagePort): Receiving {
  const found = receivings.get(port) ?? { isRunning: false, pending: null, taken: null };
  receivings.set(port, found);
  return found;
}

/** Takes the next message of a port, which may have arrived and wait for the end of the running code. */
export function takeNext(port: MessagePort): { message: unknown } | null {
  const receiving = receivingOf(port);
  const { pending } = receiving;
  if (pending !== null && receiving.taken !== pending) {
    const [state, data] = core.getPromiseDetails(pending);
    if (state === FULFILLED && data !== null) {
      receiving.taken = pending;
      return { message: script.deserializeJsMessageData(data)[0] };
    }
  }
  const id = script.getMessagePortId(port);
  return id === null ? null : takeMessage(id);
}

const FULFILLED = 1;

function dispatch(port: MessagePort, data: unknown): void {
  let event: MessageEvent;
  try {
    const [message, transferred] = script.deserializeJsMessageData(data);
    const ports = transferred.filter((it) => it instanceof WebPort) as MessagePort[];
    event = new MessageEvent("message", { data: message, ports });
  } catch (error) {
    event = new MessageEvent("messageerror", { data: error });
  }
  port.dispatchEvent(event);
}

type Hidden = Record<symbol, unknown>;

function tellClosed(port: MessagePort): void {
  const hidden = port as unknown as Hidden;
  if (hidden[script.nodeWorkerThreadCloseCbInvoked] === true) return;
  hidden[script.nodeWorkerThreadCloseCbInvoked] = true;
  port.dispatchEvent(new Event("close"));
}

async function receive(port: MessagePort, receiving: Receiving): Promise<void> {
  for (let id = script.getMessagePortId(port); id !== null; id = script.getMessagePortId(port)) {
    const pending = portOps.op_message_port_recv_message(id);
    receiving.pending = pending;
    if (!(port as NodePort).hasRef()) core.unrefOpPromise(pending);
    // A port that is closed or handed on interrupts the wait.
    const data = await pending.catch(() => undefined);
    await new Promise<void>((resolve) =>
      complete(() => {
        resolve();
        receiving.pending = null;
        if (data === undefined || receiving.taken === pending) return;
        if (data === null) tellClosed(port);
        else dispatch(port, data);
      })
    );
    if (data === undefined || data === null) break;
  }
  receiving.isRunning = false;
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
  hasRef(): boolean;
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

/** All ports, those that a message brings included. */
for (const [name, value] of Object.entries({ ...members, addListener: members.on, removeListener: members.off })) {
  Object.defineProperty(WebPort.prototype, name, { value, writable: true, configurable: true });
}
Object.defineProperty(WebPort.prototype, script.nodeWorkerThreadCloseCb, {
  /** The event comes after the code that closes a port; deno_web marks the port as closed. */
  value(this: MessagePort) {
    core.createTimer(() => this.dispatchEvent(new Event("close")), 0, undefined, false, true);
  },
  configurable: true,
});
const { [script.refMessagePort]: changeRef } = WebPort.prototype as unknown as Record<
  symbol,
  (hasRef: boolean) => void
>;
Object.defineProperties(WebPort.prototype, {
  start: {
    value: function start(this: MessagePort) {
      const receiving = receivingOf(this);
      if (receiving.isRunning) return;
      receiving.isRunning = true;
      void receive(this, receiving);
    },
    configurable: true,
    writable: true,
    enumerable: true,
  },
  [script.refMessagePort]: {
    value(this: MessagePort, hasRef: boolean) {
      Reflect.apply(changeRef!, this, [hasRef]);
      const { pending } = receivingOf(this);
      if (pending === null) return;
      if (hasRef) core.refOpPromise(pending);
      else core.unrefOpPromise(pending);
    },
    configurable: true,
  },
});
