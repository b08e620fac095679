/** A use of a resource by a closure. */
export interface ClosureDependency {
    /** The name of the resource. */
    readonly resource: string;
    /** Its package and type, such as `aws.Bucket`. */
    readonly resourceType: string;
    /** `access`: a client method is called; `props`: an output is read. */
    readonly type: "access" | "props";
    /** The method or the output; `*` if the resource is passed to code that cannot be analysed. */
    readonly member: string;
}
