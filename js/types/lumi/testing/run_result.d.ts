import type { MockLog } from "./mock_options.js";
/** A resource that a program declared. Values are settled; those that a deployment would know are `unknown`. */
export interface RunResource {
    readonly type: string;
    readonly name: string;
    readonly urn: string;
    /** False for components. */
    readonly custom: boolean;
    readonly id: any;
    readonly inputs: Record<string, any>;
    readonly outputs: Record<string, any>;
    /** The paths of secret values, such as `inputs.password`. The values themselves are in clear. */
    readonly secrets: readonly string[];
    /** The URN of the parent. */
    readonly parent: string | undefined;
    /** The URN of the provider, if the program set one. */
    readonly provider: string | undefined;
    /** The source resource (a URN) of each input that has one. */
    readonly edges: readonly {
        property: string;
        to: string;
    }[];
    /** The URNs of the resources in `dependsOn`. */
    readonly dependsOn: readonly string[];
    readonly protect: boolean;
    /** All options that apply, with resources as URNs. */
    readonly options: Readonly<Record<string, any>>;
}
/** The result of a program under test. */
export interface RunResult {
    /** The resources in order of declaration, without those whose inputs failed. */
    readonly resources: readonly RunResource[];
    /** The outputs of the stack. */
    readonly outputs: Record<string, any>;
    /** The paths of secret outputs. */
    readonly secrets: readonly string[];
    readonly logs: readonly MockLog[];
    /** False if the program stopped at an `await` of an unknown value. */
    readonly complete: boolean;
    /** The resource of this name; `type` is required only if the name is ambiguous. */
    resource(name: string, type?: string): RunResource;
}
