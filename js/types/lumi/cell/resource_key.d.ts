/** The key under which every Resource returns its state. */
export declare const STATE: unique symbol;
declare const RESOURCE: unique symbol;
/** Marks the type of a resource for the compiler; no object has this member. */
export interface ResourceMark {
    readonly [RESOURCE]: true;
}
/** The facts about a resource that values need. */
export interface ResourceFacts {
    /** The name of the resource in messages. */
    readonly owner: string;
}
export declare function factsOf(value: object): ResourceFacts | undefined;
export declare function isResource(value: unknown): boolean;
export {};
