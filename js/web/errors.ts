// Errors that native code throws by name; without a constructor here they would arrive as undefined.

import { core, web } from "./ops.ts";

class PermissionDenied extends Error {}
class ResourceError extends Error {}

for (const [name, constructor] of Object.entries({ PermissionDenied, ResourceError })) {
  Object.defineProperty(constructor.prototype, "name", { value: name, configurable: true });
  core.registerErrorBuilder(name, (message) => new constructor(message));
}

const domExceptions = [
  "AbortError",
  "DataCloneError",
  "IndexSizeError",
  "InvalidCharacterError",
  "InvalidStateError",
  "NetworkError",
  "OperationError",
  "SyntaxError",
  "TimeoutError",
];

for (const name of domExceptions) {
  core.registerErrorBuilder(`DOMException${name}`, (message) => {
    const { DOMException } = web("01_dom_exception.js") as {
      DOMException: new (message: string, name: string) => Error;
    };
    return new DOMException(message, name);
  });
}
