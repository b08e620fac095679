import { type Transform } from "../../npm/readable-stream.js";
interface LazyTransform extends Transform {
}
interface LazyTransformClass {
    new (options?: object): LazyTransform;
    prototype: LazyTransform;
}
/** Its subclasses have `_transform` and `_flush`. */
export declare const LazyTransform: LazyTransformClass;
export {};
