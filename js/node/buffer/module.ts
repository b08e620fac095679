// node:buffer as programs import it: with the classes of files, whose script the global Buffer spares.

import { web } from "../../web/ops.ts";

type Files = Pick<typeof globalThis, "Blob" | "File">;
type WebBlob = Blob;
type WebFile = File;

/** A class whose script is compiled when the class is first used: an import alone runs nothing of it. */
function lateClass<Name extends keyof Files>(name: Name): Files[Name] {
  const real = () => (web("09_file.js") as unknown as Files)[name];
  // A function, as the prototype of a class could not be another one's.
  const made: Files[Name] = new Proxy(function () {} as unknown as Files[Name], {
    construct: (_, args, target) => Reflect.construct(real(), args, target === made ? real() : target) as object,
    get: (_, key) => Reflect.get(real(), key) as unknown,
    has: (_, key) => Reflect.has(real(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  });
  return made;
}

const WebBlob = lateClass("Blob");
const WebFile = lateClass("File");

export * from "./buffer.ts";
export { default } from "./buffer.ts";
export { WebBlob as Blob, WebFile as File };
