// The listeners of ports: those of the web and those of Node are one list, as a function is one listener of an event.

import { web } from "../../web/ops.ts";
import type { Listener } from "../events/events.ts";
import { invalidArgType } from "../node_errors.ts";

interface EventScript {
  listenerCount(target: EventTarget, type: string): number;
  /** The member of a target with its listeners by type; a target that never had any has none. */
  readonly eventTargetData: symbol;
}

interface WebListener {
  callback: EventListenerOrEventListenerObject;
  options: { capture: boolean };
}

type WebListeners = Record<string, WebListener[]>;

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

const events = web("02_event.js") as unknown as EventScript;
const { addEventListener, removeEventListener } = EventTarget.prototype;

/** Whether there is a listener of messages. A port that was started without one loses them. */
export const hasListeners = (port: MessagePort): boolean => events.listenerCount(port, "message") > 0;

/** All listeners of a port by event: those of the web, and those that stand for listeners of Node. */
function webListeners(port: MessagePort): WebListeners {
  const data = (port as unknown as Record<symbol, unknown>)[events.eventTargetData];
  return (data as { listeners: WebListeners } | undefined)?.listeners ?? {};
}

/** The listeners of the web that stand for those of Node, by port, event and listener. */
const standing = new WeakMap<MessagePort, Map<string, Map<unknown, EventListener>>>();

function standingOf(port: MessagePort, name: string): Map<unknown, EventListener> {
  const all = standing.get(port) ?? new Map<string, Map<unknown, EventListener>>();
  standing.set(port, all);
  const found = all.get(name) ?? new Map<unknown, EventListener>();
  all.set(name, found);
  return found;
}

const withData = ["message", "messageerror"];

/** The value of a running `emit`, which listeners of Node get as it is. */
let emitted: { event: Event; value: unknown } | null = null;

function values(event: Event): unknown[] {
  if (emitted?.event === event) return [emitted.value];
  if (event.type === "close") return [];
  return [withData.includes(event.type) ? (event as MessageEvent).data : event];
}

function listen(port: MessagePort, name: string, listener: Listener, once: boolean): void {
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
  const own = standingOf(port, name);
  const isSame = (it: WebListener): boolean => it.callback as unknown === listener && !it.options.capture;
  if (own.has(listener) || webListeners(port)[name]?.some(isSame)) return;
  const heard = (event: Event) => {
    if (once) port.removeEventListener(name, heard);
    Reflect.apply(listener, port, values(event));
  };
  own.set(listener, heard);
  port.addEventListener(name, heard);
}

const isCapturing = (options: boolean | EventListenerOptions | undefined): boolean =>
  typeof options === "object" ? options.capture === true : options === true;

type Arguments = [
  name: string,
  callback: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
];

/**
 * The members of the web. As in Node, the first listener of messages starts the port, and the removal of the last one stops
 * it by `stop`.
 */
export const webMembers = (stop: (port: MessagePort) => void) => ({
  addEventListener(this: NodePort, ...rest: Arguments): void {
    const [name, callback, options] = rest;
    if (!isCapturing(options) && standing.get(this)?.get(name)?.has(callback)) return;
    const isHeard = hasListeners(this);
    Reflect.apply(addEventListener, this, rest);
    if (isHeard || !hasListeners(this)) return;
    this.ref();
    this.start();
  },
  removeEventListener(this: NodePort, ...rest: Arguments): void {
    const [name, callback, options] = rest;
    const own = standing.get(this)?.get(name);
    const heard = isCapturing(options) ? undefined : own?.get(callback);
    const isHeard = hasListeners(this);
    Reflect.apply(removeEventListener, this, heard === undefined ? rest : [name, heard]);
    for (const [listener, it] of own ?? []) if (it === (heard ?? callback)) own?.delete(listener);
    if (!isHeard || hasListeners(this)) return;
    this.unref();
    stop(this);
  },
});

function emit(port: NodePort, name: string, value: unknown): boolean {
  const isHeard = port.listenerCount(name) > 0;
  const event = withData.includes(name)
    ? new MessageEvent(name, { data: value })
    : new CustomEvent(name, { detail: value });
  const outer = emitted;
  emitted = { event, value };
  try {
    port.dispatchEvent(event);
  } finally {
    emitted = outer;
  }
  return isHeard;
}

const members: Record<PropertyKey, (this: NodePort, ...args: never[]) => unknown> = {
  on(this: NodePort, name: string, listener: Listener) {
    listen(this, name, listener, false);
    return this;
  },
  once(this: NodePort, name: string, listener: Listener) {
    listen(this, name, listener, true);
    return this;
  },
  off(this: NodePort, name: string, listener: Listener) {
    this.removeEventListener(name, listener as EventListener);
    return this;
  },
  /** As in Node, a port without listeners afterwards is not stopped, and loses its messages. */
  removeAllListeners(this: NodePort, name?: string) {
    const listeners = webListeners(this);
    for (const each of name === undefined ? Object.keys(listeners) : [name]) {
      for (const { callback, options } of [...(listeners[each] ?? [])]) {
        Reflect.apply(removeEventListener, this, [each, callback, options]);
      }
      standing.get(this)?.delete(each);
    }
    return this;
  },
  listenerCount(this: NodePort, name: string) {
    return events.listenerCount(this, name);
  },
  eventNames(this: NodePort) {
    return Object.entries(webListeners(this)).filter((it) => it[1].length > 0).map((it) => it[0]);
  },
  emit(this: NodePort, name: string, value?: unknown) {
    return emit(this, name, value);
  },
};

export const nodeMembers = { ...members, addListener: members.on, removeListener: members.off };

/** Adds a listener of a port that is started later. */
export function listenLater(port: MessagePort, name: string, listener: (event: Event) => void): void {
  Reflect.apply(addEventListener, port, [name, listener]);
}
