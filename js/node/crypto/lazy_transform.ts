// A stream that begins to be one when its state is first read: most digests are never streams.

import streams, { type Transform } from "../../npm/readable-stream.js";

interface LazyTransformClass {
  new (options?: object): Transform;
  prototype: Transform;
}

/** Options of objects that become streams at first use. Prototypes of classes are never among them. */
const waiting = new WeakMap<object, { options: object | undefined }>();

const begin = streams.Transform as unknown as (this: object, options?: object) => void;

const made = function (this: Transform, options?: object): void {
  waiting.set(this, { options });
};
Object.setPrototypeOf(made.prototype, streams.Transform.prototype);
Object.setPrototypeOf(made, streams.Transform);

for (const name of ["_readableState", "_writableState", "_events", "_eventsCount", "allowHalfOpen"]) {
  Object.defineProperty(made.prototype, name, {
    get(this: Transform) {
      const begun = waiting.get(this);
      if (begun === undefined) return undefined;
      waiting.delete(this);
      // Members that the constructor reads before it writes them do not exist yet.
      for (const own of ["_readableState", "_writableState", "_events", "_eventsCount", "allowHalfOpen"]) {
        Object.defineProperty(this, own, { value: undefined, writable: true, configurable: true, enumerable: true });
      }
      Reflect.apply(begin, this, [begun.options]);
      return (this as unknown as Record<string, unknown>)[name];
    },
    set(this: Transform, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
    configurable: true,
    enumerable: true,
  });
}

/** Its subclasses have `_transform` and `_flush`. */
export const LazyTransform = made as unknown as LazyTransformClass;

/** A class that can be called without `new`, as in Node. */
export function callable<T extends new (...args: never[]) => object>(type: T, name: string): T {
  const made = new Proxy(type, { apply: (_target, _self, args) => Reflect.construct(type, args) });
  Object.defineProperty(type, "name", { value: name, configurable: true });
  Object.defineProperty(type.prototype, "constructor", { value: made, writable: true, configurable: true });
  return made;
}
