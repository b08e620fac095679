// What lowered code of LumiGo uses.

import { guarded } from "./panics.ts";
import { flush } from "./fmt.ts";

export { assign, copied, equal, filled, same, zero } from "./aggregates.ts";
export {
  append,
  appendSlice,
  at,
  capacity,
  clearMap,
  clearSlice,
  copy,
  deleteEntry,
  entries,
  entry,
  entryWithPresence,
  item,
  length,
  makeAggregates,
  makeSlice,
  mapOf,
  put,
  putEntry,
  putItem,
  size,
  slice,
  sliced,
  sliceOf,
} from "./collections.ts";
export {
  add,
  addUnsigned,
  and,
  andNot,
  andNotUnsigned,
  andUnsigned,
  divide,
  divideUnsigned,
  float,
  least,
  low,
  most,
  multiply,
  multiplyUnsigned,
  notUnsigned,
  or,
  orUnsigned,
  remainder,
  shiftLeft,
  shiftLeftNarrow,
  shiftLeftUnsigned,
  shiftRight,
  signed,
  subtract,
  subtractUnsigned,
  unsigned,
  whole,
  wholeUnsigned,
  xor,
  xorUnsigned,
} from "./integers.ts";
export { frame, panic, recover, recoverable } from "./panics.ts";
export {
  asserted,
  bound,
  boundMethod,
  cell,
  element,
  field,
  invoke,
  itemPointer,
  load,
  methodExpression,
  reference,
  store,
  tested,
} from "./pointers.ts";
export { byteAt, bytesOf, runes, runesOf, runeText, textOfBytes, textOfRunes, textSlice, utf8 } from "./texts.ts";
export { boxed, is } from "./types.ts";

/** Runs the main function. */
export function run(main: any): void {
  try {
    guarded(main);
  } finally {
    flush();
  }
}
