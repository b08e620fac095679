// Warnings of deprecated uses, each shown once in a program.

declare const process: { emitWarning(text: string, type: string, code?: string): void };

const shown = new Set<string>();

/** `code` is that of Node's list of deprecations. */
export function warnOnce(code: string, text: string): void {
  if (shown.has(code)) return;
  shown.add(code);
  process.emitWarning(text, "DeprecationWarning", code);
}
