// The exceptions of Python.

import { setFailures, Tuple } from "./values.ts";

export class BaseException extends Error {
  static $init = "!";
  static $name = "BaseException";
  static $python = true;
  args: any;
  constructor(...args: any[]) {
    super();
    const self = this as any;
    self.args = new Tuple(args);
    self.message = args.length === 0 ? "" : messageOf(args);
    self.__init__(...args);
    self.name = self.$class.$name;
  }
  __init__(...args: any[]): any {
    const self = this as any;
    self.args = new Tuple(args);
    self.message = messageOf(args);
    return null;
  }
  get $class(): any {
    return BaseException;
  }
}

/** The text of the arguments; `text` sets it once values can be written as Python writes them. */
const writer: { write: ((args: any[]) => string) | null } = { write: null };

export function setWriter(write: (args: any[]) => string): void {
  writer.write = write;
}

function messageOf(args: any[]): string {
  return writer.write === null ? `${args[0]}` : writer.write(args);
}

export class Exception extends BaseException {
  static override $name = "Exception";
  override get $class(): any {
    return Exception;
  }
}

export class ArithmeticError extends Exception {
  static override $name = "ArithmeticError";
  override get $class(): any {
    return ArithmeticError;
  }
}

export class ZeroDivisionError extends ArithmeticError {
  static override $name = "ZeroDivisionError";
  override get $class(): any {
    return ZeroDivisionError;
  }
}

export class OverflowError extends ArithmeticError {
  static override $name = "OverflowError";
  override get $class(): any {
    return OverflowError;
  }
}

export class AssertionError extends Exception {
  static override $name = "AssertionError";
  override get $class(): any {
    return AssertionError;
  }
}

export class AttributeError extends Exception {
  static override $name = "AttributeError";
  override get $class(): any {
    return AttributeError;
  }
}

export class LookupError extends Exception {
  static override $name = "LookupError";
  override get $class(): any {
    return LookupError;
  }
}

export class IndexError extends LookupError {
  static override $name = "IndexError";
  override get $class(): any {
    return IndexError;
  }
}

export class KeyError extends LookupError {
  static override $name = "KeyError";
  override get $class(): any {
    return KeyError;
  }
}

export class NameError extends Exception {
  static override $name = "NameError";
  override get $class(): any {
    return NameError;
  }
}

export class UnboundLocalError extends NameError {
  static override $name = "UnboundLocalError";
  override get $class(): any {
    return UnboundLocalError;
  }
}

export class RuntimeError extends Exception {
  static override $name = "RuntimeError";
  override get $class(): any {
    return RuntimeError;
  }
}

export class NotImplementedError extends RuntimeError {
  static override $name = "NotImplementedError";
  override get $class(): any {
    return NotImplementedError;
  }
}

export class RecursionError extends RuntimeError {
  static override $name = "RecursionError";
  override get $class(): any {
    return RecursionError;
  }
}

export class StopIteration extends Exception {
  static override $name = "StopIteration";
  override get $class(): any {
    return StopIteration;
  }
}

export class PyTypeError extends Exception {
  static override $name = "TypeError";
  override get $class(): any {
    return PyTypeError;
  }
}

export class ValueError extends Exception {
  static override $name = "ValueError";
  override get $class(): any {
    return ValueError;
  }
}

export class FrozenInstanceError extends AttributeError {
  static override $name = "FrozenInstanceError";
  override get $class(): any {
    return FrozenInstanceError;
  }
}

setFailures((message) => new PyTypeError(message));

/** The exception of Python for what was thrown. */
export function caught(error: any): any {
  if (error instanceof BaseException) return error;
  if (!(error instanceof Error)) return new Exception(`${error}`);
  const message = error.message;
  if (error instanceof ReferenceError) return new NameError(message);
  if (error instanceof RangeError && message.includes("call stack")) {
    return new RecursionError("maximum recursion depth exceeded");
  }
  if (error instanceof TypeError) return new PyTypeError(message);
  return new Exception(message);
}

/** Whether an exception is of a class, or of one of a tuple of classes. */
export function matches(error: any, classes: any): boolean {
  if (classes instanceof Tuple) return classes.items.some((it: any) => matches(error, it));
  if (typeof classes !== "function") {
    throw new PyTypeError("catching classes that do not inherit from BaseException is not allowed");
  }
  return error instanceof classes || error.$class?.$mro?.includes(classes) === true;
}

/** The exception that a `raise` raises: a class stands for an object without arguments. */
export function raised(value: any): any {
  const error = typeof value === "function" ? new value() : value;
  if (error instanceof Error) return error;
  return new PyTypeError("exceptions must derive from BaseException");
}

/** The value of a variable; without one a NameError is thrown. */
export function bound(value: any, name: string, isLocal: boolean): any {
  if (value !== undefined) return value;
  if (!isLocal) throw new NameError(`name '${name}' is not defined`);
  throw new UnboundLocalError(`cannot access local variable '${name}' where it is not associated with a value`);
}

export function assertionError(message: any): any {
  return message === null ? new AssertionError() : new AssertionError(message);
}
