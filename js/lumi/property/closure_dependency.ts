// How closures depend on resources.

/** One way in which a closure depends on a resource. */
export interface ClosureDependency {
  /** The name of the resource. */
  readonly resource: string;
  /** Its package and type: `aws.Bucket`. */
  readonly resourceType: string;
  /** A method of its client is called, or one of its outputs is read. */
  readonly type: "access" | "props";
  /** The method or the output; `*` if the resource is handed to code that cannot be followed. */
  readonly member: string;
}
