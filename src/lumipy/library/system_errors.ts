// Exceptions that programs raise themselves, as nothing in LumiPy reads, waits or warns.

import { BaseException, Exception, ValueError } from "./errors.ts";

export class OSError extends Exception {
  static override $name = "OSError";
  override get $class(): any {
    return OSError;
  }
}

export class FileNotFoundError extends OSError {
  static override $name = "FileNotFoundError";
  override get $class(): any {
    return FileNotFoundError;
  }
}

export class FileExistsError extends OSError {
  static override $name = "FileExistsError";
  override get $class(): any {
    return FileExistsError;
  }
}

export class PermissionError extends OSError {
  static override $name = "PermissionError";
  override get $class(): any {
    return PermissionError;
  }
}

export class TimeoutError extends OSError {
  static override $name = "TimeoutError";
  override get $class(): any {
    return TimeoutError;
  }
}

export class ConnectionError extends OSError {
  static override $name = "ConnectionError";
  override get $class(): any {
    return ConnectionError;
  }
}

export class ImportError extends Exception {
  static override $name = "ImportError";
  override get $class(): any {
    return ImportError;
  }
}

export class ModuleNotFoundError extends ImportError {
  static override $name = "ModuleNotFoundError";
  override get $class(): any {
    return ModuleNotFoundError;
  }
}

export class EOFError extends Exception {
  static override $name = "EOFError";
  override get $class(): any {
    return EOFError;
  }
}

export class MemoryError extends Exception {
  static override $name = "MemoryError";
  override get $class(): any {
    return MemoryError;
  }
}

export class UnicodeError extends ValueError {
  static override $name = "UnicodeError";
  override get $class(): any {
    return UnicodeError;
  }
}

export class UnicodeDecodeError extends UnicodeError {
  static override $name = "UnicodeDecodeError";
  override get $class(): any {
    return UnicodeDecodeError;
  }
}

export class UnicodeEncodeError extends UnicodeError {
  static override $name = "UnicodeEncodeError";
  override get $class(): any {
    return UnicodeEncodeError;
  }
}

export class Warning extends Exception {
  static override $name = "Warning";
  override get $class(): any {
    return Warning;
  }
}

export class UserWarning extends Warning {
  static override $name = "UserWarning";
  override get $class(): any {
    return UserWarning;
  }
}

export class DeprecationWarning extends Warning {
  static override $name = "DeprecationWarning";
  override get $class(): any {
    return DeprecationWarning;
  }
}

export class RuntimeWarning extends Warning {
  static override $name = "RuntimeWarning";
  override get $class(): any {
    return RuntimeWarning;
  }
}

export class KeyboardInterrupt extends BaseException {
  static override $name = "KeyboardInterrupt";
  override get $class(): any {
    return KeyboardInterrupt;
  }
}

export class SystemExit extends BaseException {
  static override $name = "SystemExit";
  override get $class(): any {
    return SystemExit;
  }
}

export class GeneratorExit extends BaseException {
  static override $name = "GeneratorExit";
  override get $class(): any {
    return GeneratorExit;
  }
}
