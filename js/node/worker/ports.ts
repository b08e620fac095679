// The ports of worker_threads: those of the web, with the members that Node gives them.

import { complete, completeNext } from "../completions.ts";
import { core, web } from "../../web/ops.ts";
import { hasListeners, nodeMembers, type NodePort, webMembers } from "./port_listeners.ts";

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
  /** Makes a message the next one of its port again. */
  op_lumi_port_return(id: number, data: object): void;
}

const portOps = core.ops as unknown as PortOps;

export const script = web("13_message_port.js") as unknown as MessagePortScript;
export const { MessageChannel: WebChannel, MessagePort: WebPort } = script;

interface Transfer {
  /** The number of a port, which is of no use afterwards. */
  send(port: MessagePort): number;
  receive(id: number): MessagePort;
}

const transfer = (core as unknown as { getTransferableResource(name: string): Transfer }).getTransferableResource(
  "MessagePort",
);

/** The port with this number, which the host has made. */
export const portOf = (id: number): MessagePort => transfer.receive(id);

/** Takes the next message of a port without waiting; null if there is none. */
export function takeMessage(id: number): { message: unknown } | null {
  const data = portOps.op_message_port_recv_message_sync(id);
  return data === null ? null : { message: script.deserializeJsMessageData(data)[0] };
}

/** The receiving of a port that was started. */
interface Receiving {
  isRunning: boolean;
  /** Whether the last listener of messages was removed: they wait for the next one. */
  isStopped: boolean;
  pending: Promise<unknown> | null;
  /** A promise whose message was taken before its event. */
  taken: Promise<unknown> | null;
  isDispatching: boolean;
  isClosed: boolean;
  /**
   * Messages that are taken and not yet told: those that had arrived when a listener of a message closed the port, whose turns
   * come after that of the message, or when the other end of a port that was not started closed.
   */
  rest: unknown[];
  /** Whether the other end has closed while messages were left. */
  isPeerClosed: boolean;
}

const receivings = new WeakMap<MessagePort, Receiving>();

function receivingOf(port: MessagePort): Receiving {
  const found = receivings.get(port) ?? {
    isRunning: false,
    isStopped: false,
    pending: null,
    taken: null,
    isDispatching: false,
    isClosed: false,
    rest: [],
    isPeerClosed: false,
  };
  receivings.set(port, found);
  return found;
}

/** Takes the message that has arrived at a waiting port and waits itself for the end of the running code. */
function takeArrived(receiving: Receiving): unknown[] {
  const { pending } = receiving;
  if (pending === null || receiving.taken === pending) return [];
  const [state, data] = core.getPromiseDetails(pending);
  if (state !== FULFILLED || data === null) return [];
  receiving.taken = pending;
  return [data];
}

/** Takes the next message of a port, which may have arrived and wait for the end of the running code. */
export function takeNext(port: MessagePort): { message: unknown } | null {
  const receiving = receivingOf(port);
  for (const data of takeArrived(receiving)) return { message: script.deserializeJsMessageData(data)[0] };
  if (receiving.rest.length > 0) {
    return { message: script.deserializeJsMessageData(receiving.rest.shift())[0] };
  }
  const id = script.getMessagePortId(port);
  const next = id === null ? null : takeMessage(id);
  // As in Node, the port closes with the attempt that finds nothing, and not with the last message.
  if (next === null) tellPeerClosed(port, receiving);
  return next;
}

const FULFILLED = 1;

function dispatch(port: MessagePort, data: unknown): void {
  const receiving = receivingOf(port);
  const isHeard = hasListeners(port);
  receiving.isDispatching = true;
  try {
    port.dispatchEvent(messageEvent(data));
  } finally {
    receiving.isDispatching = false;
    // Listeners with the option `once` are gone by now.
    if (isHeard && !hasListeners(port)) {
      receiving.isStopped = true;
      (port as NodePort).unref();
    }
  }
}

function messageEvent(data: unknown): MessageEvent {
  let event: MessageEvent;
  try {
    const [message, transferred] = script.deserializeJsMessageData(data);
    const ports = transferred.filter((it) => it instanceof WebPort) as MessagePort[];
    event = new MessageEvent("message", { data: message, ports });
  } catch (error) {
    event = new MessageEvent("messageerror", { data: error });
  }
  return event;
}

type Hidden = Record<symbol, unknown>;

function tellClosed(port: MessagePort): void {
  const hidden = port as unknown as Hidden;
  if (hidden[script.nodeWorkerThreadCloseCbInvoked] === true) return;
  hidden[script.nodeWorkerThreadCloseCbInvoked] = true;
  tellLater(port);
}

/** The event comes after the code that closes a port, and first at the port that was closed. */
function tellLater(port: MessagePort): void {
  core.createTimer(() => port.dispatchEvent(new Event("close")), 0, undefined, false, true);
}

/** The other end of each port of a channel that this thread has made. */
const peers = new WeakMap<MessagePort, WeakRef<MessagePort>>();

/**
 * Tells a port that was not started, and so waits for nothing, that the other end has closed: in a later turn, as the running
 * code may hand the port to another thread.
 */
function closePeer(port: MessagePort): void {
  const peer = peers.get(port)?.deref();
  if (peer === undefined) return;
  core.createTimer(
    () => {
      const receiving = receivingOf(peer);
      if (script.getMessagePortId(peer) === null || receiving.isRunning) return;
      receiving.isPeerClosed = true;
      tellPeerClosed(peer, receiving);
    },
    0,
    undefined,
    false,
    true,
  );
}

/** Closes a port whose other end has closed: it has no message any more, and cannot be handed on. */
function closeWithPeer(port: MessagePort): void {
  if (script.getMessagePortId(port) === null) tellClosed(port);
  else Reflect.apply(closeWeb, port, []);
}

/** The event comes once no message is left: the next one is taken out of the port to see whether there is one. */
function tellPeerClosed(port: MessagePort, receiving: Receiving): void {
  if (!receiving.isPeerClosed || receiving.isRunning || receiving.rest.length > 0) return;
  const id = script.getMessagePortId(port);
  const next = id === null ? null : portOps.op_message_port_recv_message_sync(id);
  if (next === null) closeWithPeer(port);
  else receiving.rest.push(next);
}

const { send } = transfer;

/** Hands on a port with all its messages. Its object is closed here. */
transfer.send = (port) => {
  const receiving = receivingOf(port);
  const arrived = [...takeArrived(receiving), ...receiving.rest.splice(0)];
  const id = send(port);
  for (const data of arrived.reverse()) portOps.op_lumi_port_return(id, withTransferred(data as object));
  tellClosed(port);
  return id;
};

/** A message that hands nothing on arrives as bytes alone. */
const withTransferred = (data: object): object => ArrayBuffer.isView(data) ? { data, transferables: [] } : data;

/** Closes the ports that a message has, as it gets no receiver. */
function closeTransferred(data: unknown): void {
  let transferred: unknown[];
  try {
    [, transferred] = script.deserializeJsMessageData(data);
  } catch {
    return;
  }
  for (const port of transferred) if (port instanceof WebPort) port.close();
}

/** The most messages of one turn of the event loop, as on Node. */
const BATCH = 1000;

/** Tells the listeners of a message, and then of those that have arrived, with the ticks and microtasks of each between them. */
function dispatchBatch(port: MessagePort, receiving: Receiving, data: unknown, left: number, done: () => void): void {
  try {
    dispatch(port, data);
  } finally {
    dispatchNext(port, receiving, left - 1, done);
  }
}

function dispatchNext(port: MessagePort, receiving: Receiving, left: number, done: () => void): void {
  completeNext(() => {
    if (receiving.isStopped) return done();
    const id = script.getMessagePortId(port);
    const data = receiving.rest.shift() ??
      (id === null || left === 0 ? null : portOps.op_message_port_recv_message_sync(id));
    if (data === null) done();
    else dispatchBatch(port, receiving, data, left, done);
  });
}

/** The number of a port whose messages go to its listeners. */
const idToReceive = (port: MessagePort, receiving: Receiving): number | null =>
  receiving.isStopped ? null : script.getMessagePortId(port);

/** Closes a port whose other end has closed, once no message that was taken out of it is left. */
function endWithPeer(port: MessagePort, receiving: Receiving): void {
  if (receiving.rest.length === 0) return closeWithPeer(port);
  receiving.isPeerClosed = true;
}

async function receive(port: MessagePort, receiving: Receiving): Promise<void> {
  if (receiving.rest.length > 0) {
    await new Promise<void>((resolve) => complete(() => dispatchNext(port, receiving, BATCH, resolve)));
  }
  for (let id = idToReceive(port, receiving); id !== null; id = idToReceive(port, receiving)) {
    const pending = portOps.op_message_port_recv_message(id);
    receiving.pending = pending;
    if (!(port as NodePort).hasRef()) core.unrefOpPromise(pending);
    // A port that is closed or handed on interrupts the wait.
    const data = await pending.catch(() => undefined);
    await new Promise<void>((resolve) =>
      complete(() => {
        receiving.pending = null;
        const isLeft = receiving.isStopped && receiving.taken !== pending;
        if (data === null) endWithPeer(port, receiving);
        else if (data !== undefined && isLeft) receiving.rest.unshift(data);
        if (data === undefined || data === null || receiving.isClosed || receiving.isStopped) resolve();
        else if (receiving.taken === pending) dispatchNext(port, receiving, BATCH, resolve);
        else dispatchBatch(port, receiving, data, BATCH, resolve);
      })
    );
    if (data === undefined || data === null) break;
  }
  receiving.isRunning = false;
}

/** All ports, those that a message brings included. */
for (const [name, value] of Object.entries(nodeMembers)) {
  Object.defineProperty(WebPort.prototype, name, { value, writable: true, configurable: true });
}
Object.defineProperty(WebPort.prototype, script.nodeWorkerThreadCloseCb, {
  /** deno_web marks the port as closed. */
  value(this: MessagePort) {
    tellLater(this);
  },
  configurable: true,
});
for (const [name, other] of [["port1", "port2"], ["port2", "port1"]] as const) {
  const { get } = Object.getOwnPropertyDescriptor(WebChannel.prototype, name)!;
  const { get: getOther } = Object.getOwnPropertyDescriptor(WebChannel.prototype, other)!;
  Object.defineProperty(WebChannel.prototype, name, {
    get(this: MessageChannel): MessagePort {
      const port = Reflect.apply(get!, this, []) as MessagePort;
      if (!peers.has(port)) peers.set(port, new WeakRef(Reflect.apply(getOther!, this, []) as MessagePort));
      return port;
    },
    enumerable: true,
    configurable: true,
  });
}
const { [script.refMessagePort]: changeRef } = WebPort.prototype as unknown as Record<
  symbol,
  (hasRef: boolean) => void
>;
const { close: closeWeb } = WebPort.prototype;
Object.defineProperties(WebPort.prototype, {
  close: {
    /**
     * Closes the port. It gets no message that has arrived, except in a listener of a message: the rest of what had arrived
     * comes after the listener. (deno_web would call the listeners before this returns.)
     */
    value: function close(this: MessagePort, ...rest: unknown[]) {
      const receiving = receivingOf(this);
      receiving.isClosed = true;
      if (!receiving.isDispatching) { for (const data of receiving.rest.splice(0)) closeTransferred(data); }
      const id = script.getMessagePortId(this);
      while (id !== null) {
        const data = portOps.op_message_port_recv_message_sync(id);
        if (data === null) break;
        if (receiving.isDispatching) receiving.rest.push(data);
        else closeTransferred(data);
      }
      // A callback is a listener of `close`.
      Reflect.apply(closeWeb, this, rest);
      if (id !== null) closePeer(this);
    },
    configurable: true,
    writable: true,
    enumerable: true,
  },
  start: {
    value: function start(this: MessagePort) {
      const receiving = receivingOf(this);
      receiving.isStopped = false;
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
for (const [name, value] of Object.entries(webMembers((port) => receivingOf(port).isStopped = true))) {
  Object.defineProperty(Object.getPrototypeOf(WebPort.prototype), name, { value, configurable: true, writable: true });
}
