export const compose = <A, B, C>(f: (b: B) => C, g: (a: A) => B) => (a: A) => f(g(a));
export function pipe(...steps: ((it: any) => any)[]) {
  return (it: unknown) => steps.reduce((value, step) => step(value), it);
}
export function memoise<R>(f: (key: number) => R) {
  const cache = new Map<number, R>();
  return (key: number) => {
    if (!cache.has(key)) cache.set(key, f(key));
    return cache.get(key);
  };
}
export function retry<T>(f: (attempt: number) => Promise<T>, times: number) {
  return async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await f(attempt);
      } catch (error) {
        if (attempt >= times) throw error;
      }
    }
  };
}
export function debounceLike() {
  const listeners: ((it: string) => string)[] = [];
  return {
    on: (it: (it: string) => string) => void listeners.push(it),
    emit: (event: string) => listeners.map((it) => it(event)),
  };
}
