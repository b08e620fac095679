// node:timers/promises: timers as promises.

import { abortError, invalidArgType } from "../node_errors.ts";
import * as timers from "./timeout.ts";

export interface TimerOptions {
  signal?: AbortSignal;
  /** False lets the program end before. */
  ref?: boolean;
}

function check(options: TimerOptions): void {
  if (typeof options !== "object" || options === null) throw invalidArgType("options", "of type object", options);
  const { signal, ref } = options;
  if (signal !== undefined && (typeof signal !== "object" || signal === null || !("aborted" in signal))) {
    throw invalidArgType("options.signal", "an instance of AbortSignal", signal);
  }
  if (ref !== undefined && typeof ref !== "boolean") throw invalidArgType("options.ref", "of type boolean", ref);
}

interface Pending {
  ref(): unknown;
  unref(): unknown;
  close(): unknown;
}

async function waiting<T>(start: (done: () => void) => Pending, value: T, options: TimerOptions): Promise<T> {
  check(options);
  const { signal, ref = true } = options;
  if (signal?.aborted) throw abortError(signal.reason);
  return await new Promise((resolve, reject) => {
    const timer = start(() => {
      signal?.removeEventListener("abort", aborted);
      resolve(value);
    });
    const aborted = () => {
      timer.close();
      reject(abortError(signal!.reason));
    };
    if (!ref) timer.unref();
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/** Resolves to `value` after `delay` milliseconds. */
const wait = <T>(delay?: number, value?: T, options: TimerOptions = {}): Promise<T> =>
  waiting((done) => timers.setTimeout(done, delay), value as T, options);

const immediately = <T>(value?: T, options: TimerOptions = {}): Promise<T> =>
  waiting((done) => timers.setImmediate(done), value as T, options);

/** `value` each time that the delay is over; delays that have passed meanwhile are made up for. */
async function* repeat<T>(delay?: number, value?: T, options: TimerOptions = {}): AsyncGenerator<T> {
  check(options);
  const { signal, ref = true } = options;
  if (signal?.aborted) throw abortError(signal.reason);
  let due = 0;
  let wake = () => {};
  const timer = timers.setInterval(() => {
    due++;
    wake();
  }, delay);
  if (!ref) timer.unref();
  const aborted = () => wake();
  signal?.addEventListener("abort", aborted, { once: true });
  try {
    for (;;) {
      if (signal?.aborted) throw abortError(signal.reason);
      if (due === 0) await new Promise<void>((resolve) => wake = resolve);
      else {
        due--;
        yield value as T;
      }
    }
  } finally {
    timer.close();
    signal?.removeEventListener("abort", aborted);
  }
}

export const scheduler = {
  wait: (delay: number, options?: TimerOptions) => wait(delay, undefined, options),
  yield: () => immediately(),
};

export { immediately as setImmediate, repeat as setInterval, wait as setTimeout };
export default { scheduler, setImmediate: immediately, setInterval: repeat, setTimeout: wait };
