// Names that need no quotes in a path or as a key.

/**
 * Whether text is a name of ASCII letters, digits, `_` and `$` that begins with no digit. A loop, as
 * every program asks for the names of its outputs: compiling a regular expression takes longer than all of them.
 */
export function isIdentifier(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (!isLetter(code) && (index === 0 || !isDigit(code))) return false;
  }
  return text !== "";
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || code === 0x5f || code === 0x24;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
