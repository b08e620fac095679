// What lowered code of LumiPy uses.

export { Bytes, Dict, Float, PyObject, PySet, Range, Slice, Tuple, tuple, View } from "./values.ts";
export {
  ArithmeticError,
  AssertionError,
  assertionError,
  AttributeError,
  BaseException,
  bound,
  caught,
  Exception,
  FrozenInstanceError,
  IndexError,
  KeyError,
  LookupError,
  matches,
  NameError,
  NotImplementedError,
  OverflowError,
  PyTypeError,
  raised,
  RecursionError,
  RuntimeError,
  StopIteration,
  UnboundLocalError,
  ValueError,
  ZeroDivisionError,
} from "./errors.ts";
export { dict, equal, put, setOf } from "./hashing.ts";
export { augmented, binary, compare, iterate, NotImplemented, truth, unary, unpack, within } from "./operators.ts";
export { deleteItem, item, setItem } from "./subscripts.ts";
export { awaited, field, input, join, mergedOptions, plain, ResourceOptions, settled } from "./foreign.ts";
export { exported, extended } from "./exports.ts";
export { enter, leave, leaveWith } from "./managers.ts";
export { derived } from "./mixins.ts";
export { matchClass, matchMapping, matchSequence, otherEntries, same } from "./patterns.ts";
export { pairsOf } from "./types/dict_methods.ts";
export {
  attribute,
  cached,
  call,
  decorated,
  define,
  deleteAttribute,
  freeze,
  invoke,
  named,
  prepare,
  setAttribute,
  spread,
  superArguments,
  typedDict,
} from "./calls.ts";
