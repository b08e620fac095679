// The interface of provider objects, and the results of their methods.

/** A value or a promise of it. */
type Awaitable<T> = T | Promise<T>;

/** An invalid input. */
export interface CheckFailure {
  /** The path of the input, such as `rules[0].port`; empty for the inputs as a whole. */
  property: string;
  /** The problem, as a sentence. */
  reason: string;
}

/** The result of `check`. */
export interface CheckResult<Inputs = any> {
  /** The inputs to use, with defaults; the given inputs by default. */
  inputs?: Inputs | undefined;
  /** Invalid inputs; with any, the resource is not changed. */
  failures?: readonly CheckFailure[] | undefined;
}

/** The result of `diff`. */
export interface DiffResult {
  /** Whether the object must change; by default the inputs are compared. */
  changes?: boolean | undefined;
  /** Inputs that cannot be changed in place: with any, the object is replaced. */
  replaces?: readonly string[] | undefined;
  /** Outputs that an update leaves unchanged, so that previews know their values. */
  stables?: readonly string[] | undefined;
  /** Whether the old object must be deleted before the new one can be created. */
  deleteBeforeReplace?: boolean | undefined;
}

/** The result of `create`. */
export interface CreateResult<Outputs = any> {
  /** The id of the object; must not be empty. */
  id: string;
  /** All outputs of the object. Inputs are outputs only if they are repeated here. */
  outs?: Outputs | undefined;
}

/** The result of `read` for an existing object. */
export interface ReadResult<Inputs = any, Outputs = any> {
  /** The id of the object; empty or undefined if the object is gone. */
  id?: string | undefined;
  /** The current outputs. */
  props?: Outputs | undefined;
  /**
   * The inputs that describe the object. By default, an input that is also an output takes the
   * value of that output, and other inputs are unchanged. `recover` returns the actual inputs of an
   * incomplete object; differences from the desired inputs are then updated.
   */
  inputs?: Inputs | undefined;
}

/** The result of `update`. */
export interface UpdateResult<Outputs = any> {
  /** All outputs after the update; none by default. */
  outs?: Outputs | undefined;
}

/** An object that `list` finds. */
export interface ListedObject<Inputs = any, Outputs = any> {
  /** The id of the object, as `read` takes it. */
  id: string;
  /** A name for people, which need not be unique; the id by default. */
  name?: string | undefined;
  /** The outputs of the object; without them, the object is read with `read`. */
  props?: Outputs | undefined;
  /** The inputs that describe the object; `props` by default. */
  inputs?: Inputs | undefined;
}

/**
 * Manages the objects behind resources, with methods that run in the program itself. Values are
 * plain: secrets are in clear and must not be logged. Methods run concurrently for different
 * resources.
 *
 * An exception fails the step and means that nothing happened. Throw an `UnknownOutcomeError` if
 * something may have happened, or a `PartialInitError` if the object exists, but is not ready.
 */
export interface ResourceProvider<Inputs = any, Outputs = any> {
  /**
   * Validates the inputs and adds defaults. Must have no side effects: previews call it, too, with
   * the symbol `unknown` in place of unknown inputs. `olds` are the inputs of the last deployment,
   * undefined if there was none.
   */
  check?(olds: Inputs | undefined, news: Inputs): Awaitable<CheckResult<Inputs>>;
  /**
   * Returns the changes that an update would make; without this method, the inputs are compared.
   * Must have no side effects. `olds` are the outputs of the object, `news` the desired inputs, in
   * a preview possibly with the symbol `unknown`.
   */
  diff?(id: string, olds: Outputs, news: Inputs): Awaitable<DiffResult>;
  /** Creates the object. Not called in previews. */
  create(inputs: Inputs): Awaitable<CreateResult<Outputs>>;
  /**
   * Reads the object: for `lumi refresh`, the option `import` and after an interrupted run. `props`
   * are the last known outputs, or the inputs on the first read. Undefined, or a result without an
   * id, means that the object is gone. Without this method the object is assumed to be unchanged.
   */
  read?(id: string, props: Outputs): Awaitable<ReadResult<Inputs, Outputs> | undefined>;
  /**
   * Finds the object that a `create` with these inputs made, if a run was killed during that
   * `create`: by a tag or a name, for example. Undefined, or a result without an id, means that
   * there is none, or that creating it again is harmless. Must have no side effects: previews call
   * it, too. Without this method the next run stops, and the user has to find out.
   */
  recover?(inputs: Inputs): Awaitable<ReadResult<Inputs, Outputs> | undefined>;
  /**
   * Updates the object in place. Not called in previews. Without this method, every change replaces
   * the object. `olds` are its outputs, `news` the desired inputs.
   */
  update?(id: string, olds: Outputs, news: Inputs): Awaitable<UpdateResult<Outputs>>;
  /**
   * Deletes the object; succeeds if it is already gone. Without this method, deletion does nothing.
   */
  delete?(id: string, props: Outputs): Awaitable<void>;
  /**
   * Lists the objects that exist, also those that the program has not made, for `lumi snapshot TYPE=PLACE`. `place` is the
   * text of the command, undefined if there is none. The result may be an array, or an iterable that reads page by page.
   * Must have no side effects.
   */
  list?(
    place: string | undefined,
  ): Awaitable<Iterable<ListedObject<Inputs, Outputs>> | AsyncIterable<ListedObject<Inputs, Outputs>>>;
}
