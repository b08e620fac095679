// Where console output goes: to whoever runs the program, who writes it to stderr. Standard output
// belongs to the graph.

declare const Deno: { core: { ops: { op_lumi_print(text: string): void } } };
const core = Deno.core;

/** `level` 1 is console.log, 2 a warning, 3 an error; all take the same way. */
export function print(text: string, _level: number): void {
  core.ops.op_lumi_print(text);
}
