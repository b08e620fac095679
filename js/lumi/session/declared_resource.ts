// A resource as the layers below `resource/` see it.

/** A declared resource. Each is a `ResourceState`, which `statesOf` of that layer answers. */
export interface DeclaredResource {
  readonly type: string;
  readonly name: string;
  /** The resource in messages. */
  readonly owner: string;
  /** The object that the program holds. */
  readonly resource: object;
}
