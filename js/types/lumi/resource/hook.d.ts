/** The argument of a hook. Which inputs and outputs it has depends on the step. */
export interface ResourceHookArgs {
    readonly urn: string;
    /** Absent before a resource is created. */
    readonly id?: string;
    readonly name: string;
    readonly type: string;
    /** Of a create and an update. */
    readonly newInputs?: Record<string, any>;
    /** Of an update and a delete. */
    readonly oldInputs?: Record<string, any>;
    /** After a create or an update. */
    readonly newOutputs?: Record<string, any>;
    /** Of an update and a delete. */
    readonly oldOutputs?: Record<string, any>;
}
/** The argument of an error hook. */
export interface ErrorHookArgs extends ResourceHookArgs {
    /** The step that failed. */
    readonly failedOperation: "create" | "update" | "delete";
    /** The error of each attempt, the latest first. */
    readonly errors: readonly string[];
}
export type ResourceHookFunction = (args: ResourceHookArgs) => void | Promise<void>;
/** True tries the step again. */
export type ErrorHookFunction = (args: ErrorHookArgs) => boolean | Promise<boolean>;
export interface ResourceHookOptions {
    /** Whether it also runs in plans, when nothing is changed. */
    onDryRun?: boolean;
    /** Whether its failure is only a warning. */
    ignoreErrors?: boolean;
}
/** The hooks of a resource, by step. */
export interface ResourceHooks {
    /** Run before the step; a failure of any hook before it prevents it. */
    beforeCreate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
    /** Run once the step is done and recorded; a failure of any hook after it fails the run. */
    afterCreate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
    beforeUpdate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
    afterUpdate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
    /** Named hooks: the state knows them by their names once the program no longer declares the resource. */
    beforeDelete?: readonly ResourceHook[] | undefined;
    afterDelete?: readonly ResourceHook[] | undefined;
    /** Called when a step has failed without an effect. */
    onError?: readonly ErrorHook[] | undefined;
}
/**
 * A function that the engine calls before or after steps of the resources that name it in their option
 * `hooks`. Its name is unique in the program.
 */
export declare class ResourceHook {
    readonly name: string;
    constructor(name: string, callback: ResourceHookFunction, options?: ResourceHookOptions);
}
/** A function that the engine calls when a step has failed, and that decides whether it is tried again. */
export declare class ErrorHook {
    readonly name: string;
    constructor(name: string, callback: ErrorHookFunction);
}
