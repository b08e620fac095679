/** An answer, at once or later. */
type Awaitable<T> = T | Promise<T>;
/** An input that cannot be used. */
export interface CheckFailure {
    /** Which input, such as `rules[0].port`; empty for the inputs as a whole. */
    property: string;
    /** What is wrong with it. */
    reason: string;
}
/** What `check` answers. */
export interface CheckResult<Inputs = any> {
    /** The inputs as they will be used, with defaults; left out if they are fine as they are. */
    inputs?: Inputs | undefined;
    /** What cannot be used; nothing is done with the resource if there is any. */
    failures?: readonly CheckFailure[] | undefined;
}
/** What `diff` answers. */
export interface DiffResult {
    /** Whether anything has to be done; left out, the inputs are compared. */
    changes?: boolean | undefined;
    /** The inputs that cannot be changed in place: with any, the object is replaced. */
    replaces?: readonly string[] | undefined;
    /** The outputs that an update leaves as they are: dependants do not seem to change in a preview. */
    stables?: readonly string[] | undefined;
    /** Whether the old object must be gone before the new one can be made. */
    deleteBeforeReplace?: boolean | undefined;
}
/** What `create` answers. */
export interface CreateResult<Outputs = any> {
    /** What the object is called from now on; must not be empty. */
    id: string;
    /** All outputs of the object. Inputs are outputs only if they are repeated here. */
    outs?: Outputs | undefined;
}
/** What `read` answers about an object that is there. */
export interface ReadResult<Inputs = any, Outputs = any> {
    /** Its id; an empty one, or none, says that the object is gone. */
    id?: string | undefined;
    /** Its outputs as they are now. */
    props?: Outputs | undefined;
    /**
     * The inputs that would make it. Left out, an input that is repeated as an output has the value
     * of that output, and all others are as they were. `recover` answers them for an object that was
     * made in part: what differs from those that are wanted is updated.
     */
    inputs?: Inputs | undefined;
}
/** What `update` answers. */
export interface UpdateResult<Outputs = any> {
    /** All outputs of the object as it is now; left out, there are none. */
    outs?: Outputs | undefined;
}
/**
 * Manages the objects behind resources, with methods that run in the program itself. Values come
 * plain: secrets are open, and must not be logged. Methods run at the same time, for different
 * resources.
 *
 * What a method throws fails the step, and says that nothing happened; throw an
 * `UnknownOutcomeError` when something may have, or a `PartialInitError` when the object is there,
 * but not ready.
 */
export interface ResourceProvider<Inputs = any, Outputs = any> {
    /**
     * Validates the inputs and completes them. Must have no effects: it is called in previews, too,
     * where inputs that are not known yet are the symbol `unknown`. `olds` are the inputs of the last
     * deployment, undefined if there was none.
     */
    check?(olds: Inputs | undefined, news: Inputs): Awaitable<CheckResult<Inputs>>;
    /**
     * Tells what an update would have to do; without it, the inputs are compared. Must have no
     * effects. `olds` are the outputs of the object, `news` the inputs that are wanted; in a preview
     * some may be the symbol `unknown`.
     */
    diff?(id: string, olds: Outputs, news: Inputs): Awaitable<DiffResult>;
    /** Makes the object. Not called in previews. */
    create(inputs: Inputs): Awaitable<CreateResult<Outputs>>;
    /**
     * Looks at the object: for `lumi refresh`, the option `import` and after a run that was
     * interrupted. `props` are the outputs as they were, or the inputs if it is looked at for the
     * first time. Undefined, or a result without an id, says that the object is gone. Without this
     * method it is taken to be as it was.
     */
    read?(id: string, props: Outputs): Awaitable<ReadResult<Inputs, Outputs> | undefined>;
    /**
     * Finds the object that a `create` with these inputs made, when a run was killed in it and its
     * outcome is unknown: by a tag, say, or a name. Undefined, or a result without an
     * id, says that there is none, or that it does no harm to make it again. Must have no effects: it
     * is called in previews, too. Without this method the next run stops there, and the user has to
     * look.
     */
    recover?(inputs: Inputs): Awaitable<ReadResult<Inputs, Outputs> | undefined>;
    /**
     * Changes the object in place. Not called in previews. Without it, every change replaces the
     * object. `olds` are its outputs, `news` the inputs that are wanted.
     */
    update?(id: string, olds: Outputs, news: Inputs): Awaitable<UpdateResult<Outputs>>;
    /** Removes the object; one that is gone already is fine. Without it there is nothing to remove. */
    delete?(id: string, props: Outputs): Awaitable<void>;
}
export {};
