// node:worker_threads: threads with isolates of their own, and channels of messages between them.

import { web } from "../../web/ops.ts";
import { coded } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { environmentData, isMainThread, parentPort, resourceLimits, threadId, workerData } from "./own_thread.ts";
import type { NodePort } from "./port_listeners.ts";
import { script, takeNext, WebChannel, WebPort } from "./ports.ts";
import { Worker } from "./worker.ts";
import { SHARE_ENV } from "./worker_options.ts";

interface BroadcastScript {
  BroadcastChannel: { prototype: object };
  readonly refBroadcastChannel: symbol;
}

const { BroadcastChannel: WebBroadcastChannel, refBroadcastChannel } = web(
  "01_broadcast_channel.js",
) as unknown as BroadcastScript;

/** Whether an open channel keeps the program running: members that Node's channels have. */
const counted = (name: string, isCounted: boolean) => ({
  value: {
    [name](this: Record<symbol, (isCounted: boolean) => void>) {
      this[refBroadcastChannel]!(isCounted);
      return this;
    },
  }[name],
  writable: true,
  configurable: true,
  enumerable: true,
});
Object.defineProperties(WebBroadcastChannel.prototype, { ref: counted("ref", true), unref: counted("unref", false) });

/** Two ports; what is posted on one arrives at the other. */
class NodeMessageChannel {
  readonly port1: NodePort;
  readonly port2: NodePort;

  constructor() {
    const { port1, port2 } = new WebChannel();
    this.port1 = port1 as NodePort;
    this.port2 = port2 as NodePort;
  }
}
Object.defineProperty(NodeMessageChannel, "name", { value: "MessageChannel", configurable: true });

/** Takes the next message of a port without waiting; undefined if there is none. */
export function receiveMessageOnPort(port: MessagePort): { message: unknown } | undefined {
  if (!(port instanceof WebPort)) {
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "port" argument must be a MessagePort instance');
  }
  return takeNext(port) ?? undefined;
}

export const getEnvironmentData = (key: unknown): unknown => environmentData.get(key);

/** Data of this thread, of which the workers that it starts from now on get a copy. */
export function setEnvironmentData(key: unknown, value?: unknown): void {
  if (value === undefined) environmentData.delete(key);
  else environmentData.set(key, value);
}

const untransferable = new WeakSet<object>();

export function markAsUntransferable(value: object): void {
  if (typeof value === "object" && value !== null) untransferable.add(value);
}

export const isMarkedAsUntransferable = (value: object): boolean => untransferable.has(value);

export const markAsUncloneable = (value: object): void => script.markAsUncloneable(value);

export function moveMessagePortToContext(): never {
  throw notAvailable("moveMessagePortToContext");
}

export {
  isMainThread,
  NodeMessageChannel as MessageChannel,
  parentPort,
  resourceLimits,
  SHARE_ENV,
  threadId,
  WebBroadcastChannel as BroadcastChannel,
  WebPort as MessagePort,
  Worker,
  workerData,
};

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
