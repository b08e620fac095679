/** What a provider describes and does. Methods that are optional may be left out; lumi does without them. */
import type { Unknown, Value, Values } from "../value/value.js";

type Answer<T> = T | Promise<T>;

/** What `serve` serves. */
export interface Provider {
  describe(): Package;
  /** Validates the configuration and completes it with defaults. Without it, it is taken as it is. */
  checkConfig?(config: Values, context: Context): Answer<Checked>;
  /** Tells what another configuration means for objects made with the old one: if a property replaces, they cannot be reached with the new one. */
  diffConfig?(old: Values, config: Values, context: Context): Answer<Diff>;
  /** Takes the checked configuration, once, before all calls for resources. */
  configure?(config: Values, context: Context): Answer<void>;
  /** Called when the process ends, once, after the last call. */
  close?(): Answer<void>;
}

/** The description of a package. It does not change while it is served. */
export interface Package {
  /** The first part of all types and tokens. */
  name: string;
  /** MAJOR.MINOR.PATCH, with `-PRERELEASE` if it is one. */
  version: string;
  description?: string;
  /** Secret values get into no message, log or file that others can read. Without it, calls that would bring a secret are not made. */
  keepsSecrets?: boolean;
  configuration?: Property[];
  resources?: Resource[];
  functions?: ProviderFunction[];
  methods?: ProviderMethod[];
}

export interface Resource {
  /** `package:module:Type`. */
  type: string;
  description?: string;
  inputs?: Property[];
  outputs?: Property[];
  handler: Handler;
}

export interface ProviderFunction {
  /** `package:module:function`. */
  token: string;
  description?: string;
  arguments?: Property[];
  invoke(request: InvokeRequest, context: Context): Answer<Value | undefined>;
}

export interface ProviderMethod {
  token: string;
  call(request: CallRequest, context: Context): Answer<Value | undefined>;
}

export type PropertyType = "any" | "boolean" | "number" | "string" | "array" | "object" | "asset" | "archive";

/** An input, an output, a setting or an argument. */
export interface Property {
  name: string;
  type: PropertyType;
  description?: string;
  /** It must be there; of outputs, it always is. */
  required?: boolean;
  secret?: boolean;
  /** An input that cannot be changed in place. */
  replaces?: boolean;
}

/** Belongs to one call. */
export interface Context {
  /** Aborted when the user wants to stop: a method that waits should come to an end then, and answer what became of the object. */
  readonly signal: AbortSignal;
  /** Messages for the user, at the resource that the call is about. */
  readonly log: Log;
}

export interface Log {
  /** Shown with `--verbose`. */
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  /** The call goes on. */
  error(message: string): void;
}

/** Manages the objects of one type. */
export interface Handler {
  /** Validates inputs and completes them with defaults, without effects. Parts of the inputs may be unknown. Without it, they are taken as they are. */
  check?(request: CheckRequest, context: Context): Answer<Checked>;
  /**
   * Tells what an update would have to do, without effects. Parts of the inputs may be unknown. Without it, lumi compares
   * inputs; of a type without `update`, each input that differs replaces the object.
   */
  diff?(request: DiffRequest, context: Context): Answer<Diff>;
  /**
   * Tells the outputs of an object that would be made or changed; the others are unknown. Nothing may happen. Without it, outputs
   * that are named like an input have its value, and the others are unknown.
   */
  preview?(request: PreviewRequest, context: Context): Answer<Outputs>;
  /** Makes the object. */
  create(request: CreateRequest, context: Context): Answer<Created>;
  /** Looks at the object. Without it, objects cannot be refreshed or imported. `undefined` says that it is gone. */
  read?(request: ReadRequest, context: Context): Answer<State | undefined>;
  /** Changes the object in place; answers all outputs. */
  update?(request: UpdateRequest, context: Context): Answer<Outputs>;
  /** Removes the object. One that is gone already is a success. */
  delete(request: DeleteRequest, context: Context): Answer<void>;
  /** Waits until nothing that an earlier process has begun with the object is under way. */
  settle?(target: Target, context: Context): Answer<void>;
  /**
   * Finds the object of an interrupted `create`. Returns its state; `undefined` if the object does not exist, or if a second
   * `create` does no harm; `unknown` if only the user can decide.
   */
  recover?(request: RecoverRequest, context: Context): Answer<State | Unknown | undefined>;
  /** Lists the objects of the type, also those that lumi has not made, page by page. */
  list?(request: ListRequest, context: Context): Answer<Page>;
}

/** The resource that a call is about. */
export interface Target {
  urn: string;
  type: string;
  name: string;
  /** Seconds that the user lets the operation take, for information; 0 is no limit. */
  timeout: number;
}

/** Members that are `undefined` are left out. */
export type Outputs = { [name: string]: Value | undefined };

export interface InputFailure {
  /** `rules[0].port`, for example (`pathOf` makes paths); empty for the inputs as a whole. */
  path: string;
  reason: string;
}

/** Inputs as they will be used, or what is wrong with them. */
export interface Checked {
  inputs: Outputs;
  failures?: InputFailure[];
}

export interface Change {
  /** `rules[0].port`, for example. */
  path: string;
  kind: "changed" | "added" | "removed";
  /** It cannot be changed in place. */
  replaces?: boolean;
}

/** Without changes, nothing is to be done. */
export interface Diff {
  changes: Change[];
  /** The old object must be gone before the new one can be made. */
  deleteBeforeReplace?: boolean;
}

export interface CheckRequest {
  target: Target;
  /** Those of the last deployment, if there was one: defaults that were chosen then are to be kept. */
  oldInputs?: Values;
  inputs: Values;
}

export interface DiffRequest {
  target: Target;
  id: string;
  oldInputs: Values;
  oldOutputs: Values;
  inputs: Values;
}

/** All inputs are known. */
export interface CreateRequest {
  target: Target;
  inputs: Values;
}

export interface Created {
  id: string;
  /** Everything there is to know about the object; inputs that are not among them are no outputs. */
  outputs: Outputs;
}

export interface PreviewRequest {
  target: Target;
  inputs: Values;
  /** These three are absent if the object would be made. */
  id?: string;
  oldInputs?: Values;
  oldOutputs?: Values;
  /** Another object of the resource will have been deleted by then. */
  followsDelete: boolean;
}

export interface ReadRequest {
  target: Target;
  id: string;
  /** Those of the last deployment, or those of the program when an object is read for the first time. */
  inputs?: Values;
  /** Absent when an object is read for the first time. */
  outputs?: Values;
  /** The inputs of an update that an interrupted run began. */
  begunUpdate?: Values;
}

/** An object as it is. Where the world agrees with the inputs of the request, those are to be answered unchanged. */
export interface State {
  id: string;
  inputs: Outputs;
  outputs: Outputs;
}

/** All inputs are known. */
export interface UpdateRequest extends DiffRequest {}

export interface DeleteRequest {
  target: Target;
  id: string;
  inputs: Values;
  outputs: Values;
}

export interface RecoverRequest {
  target: Target;
  inputs: Values;
}

export interface ListRequest {
  target: Target;
  /** The place of the objects in the words of the type; absent for wherever the configuration says. */
  place?: string;
  /** Absent for the first page; then what the page before it has as `next`. */
  page?: string;
}

export interface Page {
  objects: Listed[];
  /** Absent in the last page. */
  next?: string;
}

export interface Listed {
  id: string;
  /** For people; need not be unique. */
  name: string;
  /** Absent if the list does not have all of the object: it is read then. */
  state?: State;
}

export interface InvokeRequest {
  arguments: Values;
  preview: boolean;
}

export interface CallRequest {
  /** The URN of the resource. */
  urn: string;
  arguments: Values;
  preview: boolean;
}
