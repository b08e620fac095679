type Arguments = any[];
/** A constructor that `new` is optional for, and that can be called on an object that inherits from it. */
export interface Callable<T, A extends Arguments> {
    new (...args: A): T;
    (...args: A): T;
    prototype: T;
}
/**
 * The constructor `name` of objects with the members of a class. `begin` sets their fields, and is called on objects
 * that inherit from the constructor, too.
 */
export declare function callable<T extends object, A extends Arguments>(name: string, members: {
    prototype: T;
}, begin: (self: T, ...args: A) => void): Callable<T, A>;
export {};
