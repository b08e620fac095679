// node:timers/promises: timers as promises.

export interface TimerOptions {
  signal?: AbortSignal;
}

/** Resolves to `value` after `delay` milliseconds. */
function wait<T>(delay?: number, value?: T, options: TimerOptions = {}): Promise<T> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const aborted = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve(value as T);
    }, delay);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

const immediately = <T>(value?: T, options?: TimerOptions): Promise<T> => wait(0, value, options);

async function* repeat<T>(delay?: number, value?: T, options?: TimerOptions): AsyncGenerator<T> {
  for (;;) yield await wait(delay, value as T, options);
}

export const scheduler = { wait: (delay: number, options?: TimerOptions) => wait(delay, undefined, options) };

export { immediately as setImmediate, repeat as setInterval, wait as setTimeout };
export default { scheduler, setImmediate: immediately, setInterval: repeat, setTimeout: wait };
