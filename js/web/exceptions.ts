// Formats a thrown value that is not an Error for a report, as the console would show it.

declare const Deno: {
  core: {
    loadExtScript(specifier: string): { inspect(value: unknown): string };
    ops: { op_set_format_exception_callback(format: (thrown: unknown) => string | undefined): void };
  };
};
const core = Deno.core;

function describe(thrown: unknown): string | undefined {
  if (thrown instanceof Error) return undefined;
  if (typeof thrown === "string") return thrown;
  return core.loadExtScript("ext:deno_web/01_console.js").inspect(thrown);
}

/** The host calls this once at every start: what it changes is not part of the snapshot. */
export function start(): void {
  // V8 adds them at every start, and deno_core ends the process when one is called without a host
  // that streams.
  Reflect.deleteProperty(WebAssembly, "compileStreaming");
  Reflect.deleteProperty(WebAssembly, "instantiateStreaming");
  core.ops.op_set_format_exception_callback(describe);
}
