// The boundary between the web globals and Node modules and the host: every native op they call.
// Late-bound as those of the SDK (js/lumi/ops.ts): read from `core.ops` when called.

/** Bytes as native code takes them. */
export type Bytes = Uint8Array;

export interface WebOps {
  /** `level`: 0 debug, 1 log and info, 2 warn, 3 error. */
  op_lumi_print(text: string, level: number): void;
  op_lumi_console_color(): boolean;
}

interface Core {
  ops: WebOps;
  /** Compiles a script of the web extension, or answers what it gave before. */
  loadExtScript(specifier: string): Record<string, unknown>;
  /** Answers a function that evaluates a module of the binary when called. */
  createLazyLoader(specifier: string): () => Record<string, unknown>;
  registerErrorBuilder(className: string, build: (message: string) => unknown): void;
}

declare const Deno: { core: Core };

export const core = Deno.core;

/** The exports of a script of the web extension. */
export const web = (file: string) => core.loadExtScript(`ext:deno_web/${file}`);
