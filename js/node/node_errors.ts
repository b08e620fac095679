// Errors with the codes and texts of Node, which packages compare.

type ErrorClass = new (message: string) => Error;

/** An error with one of Node's codes; `message` is Node's text. */
export function coded(type: ErrorClass, code: string, message: string): Error & { code: string } {
  const error = Object.assign(new type(message), { code });
  Object.defineProperty(error, "code", { enumerable: true });
  return error;
}

/** The error of an operation that a signal ended. */
export function abortError(cause?: unknown): Error & { code: string } {
  const error = coded(Error, "ABORT_ERR", "The operation was aborted");
  error.name = "AbortError";
  if (cause !== undefined) Object.defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
  return error;
}

/** How Node writes the value that an argument got instead of what it takes. */
export function received(value: unknown): string {
  if (value === undefined || value === null) return ` Received ${String(value)}`;
  if (typeof value === "function") return ` Received function ${value.name}`;
  if (typeof value === "object") {
    const name = (value as { constructor?: { name?: string } }).constructor?.name;
    return name ? ` Received an instance of ${name}` : " Received [Object: null prototype] {}";
  }
  let text = typeof value === "string" ? quoted(value) : typeof value === "bigint" ? `${value}n` : String(value);
  if (text.length > 28) text = `${text.slice(0, 25)}...`;
  return ` Received type ${typeof value} (${text})`;
}

function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? `\`${text}\`` : `"${text}"`;
}

/** An argument of the wrong type: `name` as in the call, `wanted` as in "of type string". */
export function invalidArgType(name: string, wanted: string, value: unknown): Error {
  const what = name.includes(".") ? "property" : "argument";
  const text = `The ${name.endsWith("argument") ? name : `"${name}" ${what}`} must be ${wanted}.${received(value)}`;
  return coded(TypeError, "ERR_INVALID_ARG_TYPE", text);
}

/** A value outside its range, such as ">= 0 && <= 255". */
export function outOfRange(name: string, range: string, value: unknown): Error {
  const shown = typeof value === "number" || typeof value === "bigint" ? grouped(value) : quoted(String(value));
  const text = `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`;
  return coded(RangeError, "ERR_OUT_OF_RANGE", text);
}

/** An integer with underscores between groups of three digits if it is large. */
function grouped(value: number | bigint): string {
  const suffix = typeof value === "bigint" ? "n" : "";
  const isLarge = typeof value === "bigint" ? value > 4294967296n || value < -4294967296n : Number.isInteger(value) &&
    Math.abs(value) > 4294967296;
  if (!isLarge) return `${value}${suffix}`;
  let rest = String(value);
  const sign = rest.startsWith("-") ? "-" : "";
  rest = rest.slice(sign.length);
  let text = "";
  while (rest.length > 3) {
    text = `_${rest.slice(-3)}${text}`;
    rest = rest.slice(0, -3);
  }
  return `${sign}${rest}${text}${suffix}`;
}

/** An argument of the right type with a value that cannot be used; `shown` is the value as text. */
export function invalidArgValue(name: string, shown: string, reason = "is invalid"): Error {
  const what = name.includes(".") ? "property" : "argument";
  const text = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown;
  return coded(TypeError, "ERR_INVALID_ARG_VALUE", `The ${what} '${name}' ${reason}. Received ${text}`);
}
