// Errors that native code throws by name; without a constructor here they would arrive as undefined.

import { core, web } from "./ops.ts";

class PermissionDenied extends Error {}

Object.defineProperty(PermissionDenied.prototype, "name", { value: "PermissionDenied", configurable: true });
core.registerErrorBuilder("PermissionDenied", (message) => new PermissionDenied(message));

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
