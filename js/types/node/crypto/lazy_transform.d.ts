import { type Transform } from "../../npm/readable-stream.js";
interface LazyTransformClass {
    new (options?: object): Transform;
    prototype: Transform;
}
/** Its subclasses have `_transform` and `_flush`. */
export declare const LazyTransform: LazyTransformClass;
/** A class that can be called without `new`, as in Node. */
export declare function callable<T extends new (...args: never[]) => object>(type: T, name: string): T;
export {};
