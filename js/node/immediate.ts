// setImmediate: runs a callback after the current work.

export function setImmediate(callback: (...args: unknown[]) => void, ...args: unknown[]): number {
  if (typeof callback !== "function") throw new TypeError("setImmediate takes a function");
  return setTimeout(callback, 0, ...args) as unknown as number;
}

export function clearImmediate(id?: number): void {
  clearTimeout(id);
}
