// Callbacks of requests that the host has answered. Between two of them all ticks and microtasks run, as in Node: a callback is no
// reaction of a promise.

import { core } from "../web/ops.ts";

interface Completion {
  call: () => void;
  context: unknown;
}

const waiting: Completion[] = [];

/** Calls back once the ticks and microtasks before it have run. What is thrown is an exception of the program. */
export function complete(call: () => void): void {
  waiting.push({ call, context: core.getAsyncContext() });
  if (waiting.length === 1) queueNext();
}

/** Calls back before all others that wait. Only within a callback, which is thus continued. */
export function completeNext(call: () => void): void {
  waiting.splice(1, 0, { call, context: core.getAsyncContext() });
}

const queueNext = () => core.queueNextTick({ callback: callNext, args: undefined, snapshot: waiting[0]!.context });

function callNext(): void {
  const { call } = waiting[0]!;
  try {
    call();
  } finally {
    waiting.shift();
    // The microtasks of the callback are before this one.
    if (waiting.length > 0) queueMicrotask(queueNext);
  }
}
