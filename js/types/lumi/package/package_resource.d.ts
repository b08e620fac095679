import { CustomResource } from "../resource/custom_resource.js";
import type { AnyOutputs } from "../property/outputs_of.js";
import type { InvokeOptions } from "../program/invoke.js";
import type { Input, Inputs, Property } from "../property/property_types.js";
import { type RemoteComponentOptions } from "../resource/remote_component.js";
import { type Resource } from "../resource/resource.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
/**
 * The constructor from which the classes of packages are derived. Each class has a `get` and an
 * `isInstance` of its own.
 */
export interface PackageResourceConstructor {
    new (name: string, args?: Inputs, options?: CustomResourceOptions): CustomResource;
    readonly prototype: CustomResource;
}
/** A resource of a package of the project. */
export declare const PackageResource: PackageResourceConstructor;
/** The constructor from which the components of packages are derived. */
export interface PackageComponentConstructor {
    new (name: string, args?: Inputs, options?: RemoteComponentOptions): Resource;
    readonly prototype: Resource;
}
/** A component that the provider of a package makes, with its children. */
export declare const PackageComponent: PackageComponentConstructor;
/**
 * A class of a large package that no file of the project has named yet: `lumi types` and
 * `lumi preview` describe it once one does. The module of its service has it at once:
 * `import * as s3 from "lumi:aws/s3"`.
 */
export interface UnreadClass {
    new (name: string, args?: Inputs, options?: CustomResourceOptions): CustomResource & AnyOutputs;
    readonly prototype: CustomResource & AnyOutputs;
    get(name: string, id: Input<string>, options?: CustomResourceOptions): CustomResource & AnyOutputs;
    isInstance(value: unknown): value is CustomResource & AnyOutputs;
}
/** A function of a large package that no file of the project has named yet. */
export type UnreadFunction = (args?: Inputs, options?: InvokeOptions) => Property<any>;
