// Panics and deferred calls.

import { Boxed, methodOf, Type } from "./types.ts";

/** The type of errors of Go itself, whose texts begin with `beginning`. */
export function errorType(name: string, beginning: string): Type {
  const type = new Type(name, "string");
  type.methods.set("Error", [(text: string) => () => `${beginning}${text}`, "func() string"]);
  type.methods.set("RuntimeError", [() => () => undefined, "func()"]);
  return type;
}

const runtimeErrorType: Type = errorType("runtime.Error", "runtime error: ");
const plainErrorType: Type = errorType("runtime.plainError", "");

export class Panic extends Error {
  value: any;

  constructor(value: any, message: string) {
    super(message);
    this.name = "panic";
    this.value = value;
  }
}

/** The text of the value of a panic that nothing recovers. */
function panicText(value: any): string {
  if (value === null) return "panic called with nil argument (use GODEBUG=panicnil=1 to disable)";
  const text = methodOf(value, "Error") ?? methodOf(value, "String");
  if (text !== undefined) return text();
  if (value.type.kind === "string") return value.type.isNamed ? `${value.type.name}("${value.value}")` : value.value;
  const isPlain = typeof value.value === "number" || typeof value.value === "boolean" || typeof value.value === "bigint";
  return isPlain ? `${value.type.name}(${value.value})` : `(${value.type.name})`;
}

export function panic(value: any): never {
  throw new Panic(value ?? runtimeError("panic called with nil argument (use GODEBUG=panicnil=1 to disable)"), panicText(value));
}

function runtimeError(text: string): Boxed {
  return new Boxed(runtimeErrorType, text);
}

/** An error that Go itself finds. */
export function fault(text: string): never {
  throw new Panic(runtimeError(text), `runtime error: ${text}`);
}

/** An error that Go itself finds, with nothing before its text. */
export function plainFault(text: string): never {
  throw new Panic(new Boxed(plainErrorType, text), text);
}

const nilText = "invalid memory address or nil pointer dereference";

/** A thrown value as a panic; `null` if it is none of the program. */
function asPanic(thrown: any): Panic | null {
  if (thrown instanceof Panic) return thrown;
  // A use of `null` is one of a nil pointer.
  if (thrown instanceof TypeError) return new Panic(runtimeError(nilText), `runtime error: ${nilText}`);
  return null;
}

/** The calls that a function defers. */
export class Frame {
  calls: any[] = [];
  thrown: any = undefined;
  hasFailed: boolean = false;

  defer(mayRecover: boolean, callee: any, values: any[]): void {
    this.calls.push([mayRecover, callee, values]);
  }

  fail(thrown: any): void {
    this.thrown = asPanic(thrown) ?? thrown;
    this.hasFailed = true;
  }

  leave(): void {
    while (this.calls.length > 0) {
      const [mayRecover, callee, values] = this.calls.pop();
      running = mayRecover && this.hasFailed ? this : null;
      try {
        callee(...values);
      } catch (thrown) {
        this.fail(thrown);
      }
      running = null;
    }
    if (this.hasFailed) throw this.thrown;
  }
}

/** The frame whose deferred call begins. */
let running: Frame | null = null;

export function frame(): Frame {
  return new Frame();
}

/** The frame that a function which begins can recover. */
export function recoverable(): Frame | null {
  const found = running;
  running = null;
  return found;
}

export function recover(from: Frame | null): any {
  if (from === null || !from.hasFailed || !(from.thrown instanceof Panic)) return null;
  const value = from.thrown.value;
  from.hasFailed = false;
  from.thrown = undefined;
  return value;
}

/** Calls code of the program, whose panics nothing recovers. */
export function guarded(work: any): any {
  try {
    return work();
  } catch (thrown) {
    throw asPanic(thrown) ?? thrown;
  }
}
