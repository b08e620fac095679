import { type InspectOptions } from "./inspect.js";
/**
 * Replaces `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O` and `%c`, and appends the remaining arguments.
 */
export declare const format: (...args: unknown[]) => string;
export declare function formatWithOptions(options: InspectOptions, ...args: unknown[]): string;
