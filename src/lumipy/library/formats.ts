// Format specifications, as after the colon of a replacement field.

import { PyTypeError, ValueError } from "./errors.ts";
import { kindOf } from "./hashing.ts";
import { exponentOf, fixed, floatText } from "./numbers.ts";
import { repr, text } from "./text.ts";
import { bare, characters, isFloat, isNumber, isObject, numberOf, PyObject } from "./values.ts";

interface Spec {
  fill: string;
  align: string;
  sign: string;
  alternate: boolean;
  width: number;
  grouping: string;
  precision: number | null;
  type: string;
}

const pattern = /^(?:(.)?([<>=^]))?([+\- ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/su;

function parse(spec: string, value: any): Spec {
  const match = pattern.exec(spec);
  if (match === null) {
    throw new ValueError(`Invalid format specifier '${spec}' for object of type '${kindOf(value)}'`);
  }
  const [, fill, align, sign, alternate, zero, width, grouping, precision, type] = match;
  return {
    fill: fill ?? (zero !== undefined && align === undefined ? "0" : " "),
    align: align ?? (zero !== undefined && isNumber(value) ? "=" : ""),
    sign: sign ?? "-",
    alternate: alternate !== undefined,
    width: width === undefined ? 0 : Number(width),
    grouping: grouping ?? "",
    precision: precision === undefined ? null : Number(precision),
    type: type ?? "",
  };
}

/** `format(value, spec)` of a value that is known. */
export function format(given: any, spec: string): string {
  const value = spec !== "" && isMember(given) ? given.$class.$isRepr === true ? bare(given) : text(given) : given;
  if (isObject(value) && typeof value.__format__ === "function") return value.__format__(spec);
  if (spec === "") return text(value);
  if (isNumber(value) && typeof value !== "boolean") return formatNumber(value, parse(spec, value));
  if (typeof value === "boolean") {
    const parsed = parse(spec, value);
    return formatNumber(Number(value), parsed);
  }
  if (typeof value !== "string") {
    throw new PyTypeError(`unsupported format string passed to ${kindOf(value)}.__format__`);
  }
  return formatText(value, parse(spec, value));
}

/** Whether a value is a member of an enumeration: `IntEnum` and `StrEnum` are formatted as their values. */
function isMember(value: any): boolean {
  return value instanceof PyObject && (value as any).$class.$members !== undefined;
}

function formatText(value: string, spec: Spec): string {
  if (spec.type !== "" && spec.type !== "s") {
    throw new ValueError(`Unknown format code '${spec.type}' for object of type 'str'`);
  }
  if (spec.align === "=") throw new ValueError("'=' alignment not allowed in string format specifier");
  if (spec.sign !== "-") throw new ValueError("Sign not allowed in string format specifier");
  const shown = spec.precision === null ? value : characters(value).slice(0, spec.precision).join("");
  return padded("", shown, spec, "<");
}

function formatNumber(value: any, spec: Spec): string {
  const number = numberOf(value);
  const isNegative = number < 0 || Object.is(number, -0);
  const sign = isNegative ? "-" : spec.sign === "-" ? "" : spec.sign;
  const type = spec.type;
  if (type === "s") {
    throw new ValueError(`Unknown format code 's' for object of type '${kindOf(value)}'`);
  }
  const isWhole = !isFloat(value);
  const integer = "bcdoxXn".includes(type);
  if (isWhole && (type === "" || integer)) {
    if (spec.precision !== null) throw new ValueError("Precision not allowed in integer format specifier");
    return wholeNumber(Math.abs(number), sign, spec);
  }
  if (!isWhole && type !== "" && integer) {
    throw new ValueError(`Unknown format code '${type}' for object of type 'float'`);
  }
  return padded(sign, floatDigits(Math.abs(number), spec), spec, ">");
}

function wholeNumber(amount: number, sign: string, spec: Spec): string {
  const type = spec.type;
  if (type === "c") return padded("", String.fromCodePoint(amount), spec, "<");
  const base = type === "b" ? 2 : type === "o" ? 8 : type === "x" || type === "X" ? 16 : 10;
  let digits = amount.toString(base);
  if (type === "X") digits = digits.toUpperCase();
  const size = base === 10 ? 3 : 4;
  if (spec.grouping !== "") digits = grouped(digits, spec.grouping, size);
  const prefix = spec.alternate && base !== 10 ? `0${type}` : "";
  return padded(sign + prefix, digits, spec, ">", size);
}

function grouped(digits: string, mark: string, size: number): string {
  let result = digits.slice(-size);
  for (let end = digits.length - size; end > 0; end -= size) {
    result = digits.slice(Math.max(0, end - size), end) + mark + result;
  }
  return result;
}

function floatDigits(amount: number, spec: Spec): string {
  const type = spec.type;
  if (!Number.isFinite(amount)) {
    const name = Number.isNaN(amount) ? "nan" : "inf";
    return (type === "F" || type === "E" || type === "G" ? name.toUpperCase() : name) + (type === "%" ? "%" : "");
  }
  const precision = spec.precision ?? 6;
  let digits: string;
  if (type === "f" || type === "F") digits = fixed(amount, precision);
  else if (type === "%") digits = fixed(amount * 100, precision);
  else if (type === "e" || type === "E") digits = scientific(amount, precision);
  else if (type === "" && spec.precision === null) digits = floatText(amount);
  else digits = general(amount, precision, type === "", spec.alternate);
  if (spec.alternate && !digits.includes(".") && !digits.includes("e")) digits += ".";
  if (type === "E" || type === "G") digits = digits.toUpperCase();
  if (spec.grouping !== "") {
    const [whole = "", ...rest] = digits.split(/(?=[.e])/);
    digits = grouped(whole, spec.grouping, 3) + rest.join("");
  }
  return type === "%" ? `${digits}%` : digits;
}

function scientific(amount: number, precision: number): string {
  const [mantissa = "", exponent = "0"] = amount.toExponential(Math.min(precision, 100)).split("e");
  return `${mantissa}e${exponentOf(Number(exponent))}`;
}

function general(amount: number, precision: number, keepsPoint: boolean, alternate: boolean): string {
  const digits = Math.max(1, precision);
  const exponent = amount === 0 ? 0 : Number(amount.toExponential(Math.min(digits - 1, 100)).split("e")[1]);
  const limit = keepsPoint ? digits - 1 : digits;
  if (exponent < -4 || exponent >= Math.max(limit, keepsPoint && digits === 1 ? 1 : limit)) {
    const [mantissa = "", power = ""] = scientific(amount, digits - 1).split("e");
    return `${alternate ? mantissa : trimmed(mantissa)}e${power}`;
  }
  const text = fixed(amount, digits - 1 - exponent);
  const shown = alternate ? text : trimmed(text);
  return keepsPoint && !shown.includes(".") ? `${shown}.0` : shown;
}

function trimmed(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** Digits or a text in the width of a specification; zeros stand between the sign and the digits. */
function padded(sign: string, digits: string, spec: Spec, normal: string, size = 3): string {
  const missing = spec.width - characters(sign + digits).length;
  if (missing <= 0) return sign + digits;
  const align = spec.align === "" ? normal : spec.align;
  if (align === "=") return sign + filled(digits, missing, spec, size);
  const fill = spec.fill;
  if (align === "<") return sign + digits + fill.repeat(missing);
  if (align === ">") return fill.repeat(missing) + sign + digits;
  const before = Math.floor(missing / 2);
  return fill.repeat(before) + sign + digits + fill.repeat(missing - before);
}

function filled(digits: string, missing: number, spec: Spec, size: number): string {
  if (spec.grouping === "" || spec.fill !== "0") return spec.fill.repeat(missing) + digits;
  const [whole = "", ...rest] = digits.split(/(?=[.e%])/);
  const width = whole.length + missing;
  let plain = whole.split(spec.grouping).join("");
  while (grouped(plain, spec.grouping, size).length < width) plain = `0${plain}`;
  return grouped(plain, spec.grouping, size) + rest.join("");
}

/** The value of a replacement field after `!r`, `!s` or `!a`. */
export function converted(value: any, conversion: string): any {
  if (conversion === "s") return text(value);
  if (conversion === "r") return repr(value);
  return repr(value).replace(/[\u0080-\uffff]/gu, (it) => {
    const code = it.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
