import type { Input, Property } from "../property/property_types.js";
import type { ProviderResource } from "./provider_resource.js";
import type { Resource } from "./resource.js";
import type { ResourceTransform } from "./transform.js";
/** Another identity that a resource had before: a URN, or what differed. */
export type Alias = string | Property<string> | {
    name?: string;
    type?: string;
    stack?: string;
    project?: string;
    /** The parent it had. */
    parent?: Resource | string | Property<string>;
};
/** Durations as text: `90s`, `5m`, `1h30m`. */
export interface CustomTimeouts {
    create?: string;
    update?: string;
    delete?: string;
}
/** What every resource takes. */
export interface ResourceOptions {
    /** The component (or resource) this one belongs to. */
    parent?: Resource | undefined;
    /** Resources that must exist before this one, beyond those its inputs come from. */
    dependsOn?: Input<Resource | readonly Input<Resource>[]> | undefined;
    /** Refuses to delete the resource. Children take it over. */
    protect?: boolean | undefined;
    /** Other identities the resource may be known by. */
    aliases?: readonly Alias[] | undefined;
    /** The provider to use; for a component, of its children. */
    provider?: ProviderResource | undefined;
    /** The providers children use, as a list or by package. */
    providers?: readonly ProviderResource[] | Readonly<Record<string, ProviderResource>> | undefined;
    /** Forgets the resource instead of deleting it. */
    retainOnDelete?: boolean | undefined;
    /** Deleting that resource deletes this one with it. */
    deletedWith?: Resource | undefined;
    /** The version of the provider's package. */
    version?: string | undefined;
    /** Functions that see and may change this resource and its children before they are declared. */
    transforms?: readonly ResourceTransform[] | undefined;
    /** Input paths whose changes are ignored. */
    ignoreChanges?: readonly string[] | undefined;
    /** Input paths whose changes replace the resource. */
    replaceOnChanges?: readonly string[] | undefined;
    /** Input paths whose differences plans and events do not show; they are made and counted as any other. */
    hideDiffs?: readonly string[] | undefined;
    customTimeouts?: CustomTimeouts | undefined;
}
export type ComponentResourceOptions = ResourceOptions;
/** What resources managed by a provider take. */
export interface CustomResourceOptions extends ResourceOptions {
    /** Deletes the old resource before the new one is created, when it is replaced. */
    deleteBeforeReplace?: boolean | undefined;
    /** Adopts the existing resource of this id instead of creating one. */
    import?: string | undefined;
    /** Outputs to treat as secret. */
    additionalSecretOutputs?: readonly string[] | undefined;
}
