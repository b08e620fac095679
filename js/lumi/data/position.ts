// The current position of a flattening, from the root of the data.

const objectPrototype = Object.prototype;

export class Position {
  base = "";
  /** Whether clones of plain objects may have members that are not own ones. */
  isPatched = false;
  readonly keys: (string | number)[] = [];
  readonly ancestors: object[] = [];
}

/** Reused by the next flattening: most programs have thousands in sequence. */
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
  // Setting a length is slow, and the list is empty unless something was thrown.
  if (keys.length > 0) keys.length = 0;
  if (ancestors.length > 0) ancestors.length = 0;
  spare = position;
}

/** Whether a library has added enumerable members to Object.prototype, which are not data. */
function isPrototypePatched(): boolean {
  for (const _ in objectPrototype) return true;
  return false;
}
