// The line-by-line difference of two texts: `-` marks expected lines, `+` actual ones.

/** Number of equal lines shown around a difference. */
const context = 3;
/** Maximum number of pairs of lines to compare; more would take too long. */
const mostPairs = 4_000_000;

export function difference(expected: string, actual: string): string {
  const rows = compare(expected.split("\n"), actual.split("\n"));
  const shown: string[] = [];
  let isCut = false;
  rows.forEach((row, index) => {
    const near = rows.slice(Math.max(0, index - context), index + context + 1);
    if (near.some((other) => other[0] !== " ")) shown.push(row);
    else if (!isCut) shown.push("  ...");
    isCut = !near.some((other) => other[0] !== " ");
  });
  return shown.join("\n");
}

function compare(before: readonly string[], after: readonly string[]): string[] {
  const isLarge = before.length * after.length > mostPairs;
  if (isLarge) return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)];
  const common = commonLengths(before, after);
  const rows: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      rows.push(`  ${before[i++]}`);
      j++;
    } else if (j >= after.length || (i < before.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      rows.push(`- ${before[i++]}`);
    } else {
      rows.push(`+ ${after[j++]}`);
    }
  }
  return rows;
}

/** The number of common lines in the rests of both texts, for every pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    const row = table[i]!;
    const below = table[i + 1]!;
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
    }
  }
  return table;
}
