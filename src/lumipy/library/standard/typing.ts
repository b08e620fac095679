// The module `typing`: what its names are where a value is needed.

import { PyTypeError } from "../errors.ts";
import { define } from "../calls.ts";
import { Tuple } from "../values.ts";

/** `...` as a value. */
export const ellipsis: any = { kind: "Ellipsis" };

/** A stand-in for names that have a meaning in annotations alone, with any types in brackets. */
export const annotation: any = define("annotation", "*args, **named", (args: any) => args.items[0] ?? null);
annotation.$isType = true;

const same = (value: any) => value;

export const typing = {
  $name: "typing",
  NewType: define("NewType", "name, type, /", () => define("NewType", "value, /", same)),
  TYPE_CHECKING: false,
  TypeVar: define("TypeVar", "*args, **named", () => annotation),
  assert_never: define("assert_never", "value, /", () => {
    throw new PyTypeError("Expected code to be unreachable");
  }),
  cast: define("cast", "type, value, /", (_: any, value: any) => value),
  final: define("final", "value, /", same),
  get_args: define("get_args", "type, /", () => new Tuple([])),
  get_origin: define("get_origin", "type, /", () => null),
  get_type_hints: define("get_type_hints", "value, /", () => {
    throw new PyTypeError("LumiPy has no annotations while it runs");
  }),
  no_type_check: define("no_type_check", "value, /", same),
  overload: define("overload", "value, /", same),
  override: define("override", "value, /", same),
  runtime_checkable: define("runtime_checkable", "value, /", same),
};
