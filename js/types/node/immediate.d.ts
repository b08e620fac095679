export declare function setImmediate(callback: (...args: unknown[]) => void, ...args: unknown[]): number;
export declare function clearImmediate(id?: number): void;
