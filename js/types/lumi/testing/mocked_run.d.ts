import type { MockOptions } from "./mock_options.js";
import { type RunResult } from "./run_result.js";
/**
 * Evaluates `program` against mocks: a function that creates resources, or that imports a module. A
 * module is evaluated once per process, so import a program that declares resources at its top
 * level in one test only, or export a function from it and pass that to every `run`.
 */
export declare function run(program: () => unknown, options?: MockOptions): Promise<RunResult>;
