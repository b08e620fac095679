// Where a flattening is, from the root of the data down.

const objectPrototype = Object.prototype;

export class Position {
  base = "";
  /** True if clones of plain objects cannot be trusted to have only own members. */
  isPatched = false;
  readonly keys: (string | number)[] = [];
  readonly ancestors: object[] = [];
}

/** Kept for the next flattening: most programs have thousands, one after the other. */
let spare: Position | null = null;

export function openPosition(base: string): Position {
  const position = spare ?? new Position();
  spare = null;
  position.base = base;
  position.isPatched = isPrototypePatched();
  return position;
}

export function closePosition(position: Position): void {
  const { keys, ancestors } = position;
  // To set a length is slow, and they are empty unless something was thrown.
  if (keys.length > 0) keys.length = 0;
  if (ancestors.length > 0) ancestors.length = 0;
  spare = position;
}

/** Whether a library has added enumerable members to Object.prototype. They are not data. */
function isPrototypePatched(): boolean {
  for (const _ in objectPrototype) return true;
  return false;
}
