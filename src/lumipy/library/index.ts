// What lowered code of LumiPy uses.

export { Dict, Float, PyObject, PySet, Range, Slice, Tuple, tuple, View } from "./values.ts";
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
export { field, input, join, plain, ResourceOptions } from "./foreign.ts";
export { exported, extended } from "./exports.ts";
export { pairsOf } from "./dict_methods.ts";
export {
  attribute,
  call,
  define,
  deleteAttribute,
  freeze,
  invoke,
  named,
  prepare,
  setAttribute,
  spread,
  superArguments,
} from "./calls.ts";
