// Errors between threads: more of them than structured clones keep, such as their codes.

import { core } from "../../web/ops.ts";
import { inspect } from "../util/inspect.ts";

interface ErrorData {
  name: string;
  className: string;
  message: string;
  stack: string | undefined;
  members: Record<string, unknown>;
}

type Sent = { error: ErrorData } | { value: unknown };

const classes: Record<string, ErrorConstructor> = {
  Error,
  EvalError: EvalError as ErrorConstructor,
  RangeError: RangeError as ErrorConstructor,
  ReferenceError: ReferenceError as ErrorConstructor,
  SyntaxError: SyntaxError as ErrorConstructor,
  TypeError: TypeError as ErrorConstructor,
  URIError: URIError as ErrorConstructor,
};

function isCloneable(value: unknown): boolean {
  try {
    core.serialize(value);
    return true;
  } catch {
    return false;
  }
}

/** The nearest of the language's own classes. */
function classOf(error: Error): string {
  const name = Object.keys(classes).find((it) => it !== "Error" && error instanceof classes[it]!);
  return name ?? "Error";
}

function described(error: Error): ErrorData {
  const members: Record<string, unknown> = {};
  for (const name of [...Object.keys(error), ...("cause" in error ? ["cause"] : [])]) {
    const value: unknown = Reflect.get(error, name);
    if (isCloneable(value)) members[name] = value;
  }
  const { name, message, stack } = error;
  return { name: String(name), className: classOf(error), message: String(message), stack, members };
}

/** Whatever a worker threw, as bytes. What cannot be copied is a text. */
export function errorBytes(error: unknown): Uint8Array {
  const sent: Sent = error instanceof Error
    ? { error: described(error) }
    : { value: isCloneable(error) ? error : inspect(error) };
  return core.serialize(sent);
}

export function errorOf(bytes: Uint8Array): unknown {
  const sent = core.deserialize(bytes) as Sent;
  if ("value" in sent) return sent.value;
  const { name, className, message, stack, members } = sent.error;
  const error = new classes[className]!(message);
  Object.defineProperty(error, "stack", { value: stack, writable: true, configurable: true });
  if (error.name !== name) Object.defineProperty(error, "name", { value: name, writable: true, configurable: true });
  return Object.assign(error, members);
}
