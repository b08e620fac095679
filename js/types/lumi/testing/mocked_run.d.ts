import type { MockOptions } from "./mock_options.js";
import { type RunResult } from "./run_result.js";
/**
 * Evaluates `program` against mocks: a function that creates resources, or one that imports a
 * module. Modules are evaluated once, so import a program that declares resources at its top
 * level in one test only, or let it export a function and pass that to every `run`.
 */
export declare function run(program: () => unknown, options?: MockOptions): Promise<RunResult>;
