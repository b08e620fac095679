// Formatting with `%`.

import { OverflowError, PyTypeError, ValueError } from "./errors.ts";
import { converted, format } from "./formats.ts";
import { kindOf, required } from "./hashing.ts";
import { Dict, isFloat, isNumber, numberOf, Tuple } from "./values.ts";

/** `template % values` */
export function percent(template: string, values: any): string {
  const list = values instanceof Tuple ? values.items : [values];
  let used = 0;
  const next = () => {
    if (used >= list.length) throw new PyTypeError("not enough arguments for format string");
    used += 1;
    return list[used - 1];
  };
  const pattern = /%(?:\((.*?)\))?([-+ #0]*)(\d+|\*)?(?:\.(\d+|\*))?([a-zA-Z%])/g;
  const result = template.replace(pattern, (_, name, given, size, digits, type) => {
    if (type === "%") return "%";
    const number = (it: any) => it === "*" ? `${next()}` : it;
    const [signed, precision] = [number(size) ?? "", number(digits)];
    const [flags, width] = signed.startsWith("-") ? [`${given}-`, signed.slice(1)] : [given, signed];
    const value = name === undefined ? next() : required(values, name);
    return one(value, flags, width, precision, type);
  });
  if (used < list.length && !(values instanceof Dict)) {
    throw new PyTypeError("not all arguments converted during string formatting");
  }
  return result;
}

function one(value: any, flags: string, width: string, precision: string | undefined, type: string): string {
  const align = flags.includes("-") ? "<" : flags.includes("0") && type !== "s" ? "=" : ">";
  const fill = align === "=" ? "0" : " ";
  const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const digits = precision === undefined ? "" : `.${precision}`;
  if (type === "s" || type === "r" || type === "a") {
    return format(converted(value, type), `${fill}${align}${width}${digits}`);
  }
  if (type === "c") return format(character(value), ` ${align === "=" ? ">" : align}${width}`);
  if (!isNumber(value)) {
    throw new PyTypeError(`%${type} format: a real number is required, not ${kindOf(value)}`);
  }
  const alternate = flags.includes("#") ? "#" : "";
  const spec = `${fill}${align}${sign}${alternate}${width}`;
  if ("di".includes(type)) return format(Math.trunc(numberOf(value)), `${spec}d`);
  if ("xXo".includes(type)) return format(value, `${spec}${type}`);
  if (!"eEfFgG".includes(type)) throw new ValueError(`unsupported format character '${type}'`);
  return format(isFloat(value) ? value : numberOf(value), `${spec}${digits}${type}`);
}

function character(value: any): string {
  if (typeof value === "string" && Array.from(value).length === 1) return value;
  if (typeof value !== "number" || isFloat(value)) throw new PyTypeError("%c requires int or char");
  if (value < 0 || value > 0x10ffff) throw new OverflowError("%c arg not in range(0x110000)");
  return String.fromCodePoint(value);
}
