import type { MockLog } from "./mock_options.js";
/** A resource that a program declared. Values are settled; holes are the value `unknown`. */
export interface RunResource {
    readonly type: string;
    readonly name: string;
    readonly urn: string;
    /** False for components. */
    readonly custom: boolean;
    readonly id: any;
    readonly inputs: Record<string, any>;
    readonly outputs: Record<string, any>;
    /** The paths of secret values, such as `inputs.password`. The values themselves are in clear here. */
    readonly secrets: readonly string[];
    /** The URN of the parent. */
    readonly parent: string | undefined;
    /** The URN of the provider, if the program chose one. */
    readonly provider: string | undefined;
    /** Which input came from which resource (a URN). */
    readonly edges: readonly {
        property: string;
        to: string;
    }[];
    /** The URNs of the resources named by `dependsOn`. */
    readonly dependsOn: readonly string[];
    readonly protect: boolean;
    /** All options as they took effect, resources as URNs. */
    readonly options: Readonly<Record<string, any>>;
}
/** What a program did. */
export interface RunResult {
    /** In the order of declaration; without those whose inputs failed. */
    readonly resources: readonly RunResource[];
    /** The outputs of the stack. */
    readonly outputs: Record<string, any>;
    /** The paths of secret outputs. */
    readonly secrets: readonly string[];
    readonly logs: readonly MockLog[];
    /** False if the program awaits a value that stays unknown: it stopped there. */
    readonly complete: boolean;
    /** The resource of this name; `type` is needed only if several have it. */
    resource(name: string, type?: string): RunResource;
}
