// Bytes as `repr` shows them.

import type { Bytes } from "../values.ts";

/** The text of `repr`. */
export function bytesText(bytes: Bytes): string {
  const quote = bytes.text.includes("'") && !bytes.text.includes('"') ? '"' : "'";
  const named: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };
  const shown = Array.from(bytes.text, (it) => {
    if (it === quote) return `\\${it}`;
    if (named[it] !== undefined) return named[it];
    return it < " " || it > "~" ? `\\x${hexOf(it)}` : it;
  });
  return `b${quote}${shown.join("")}${quote}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}
