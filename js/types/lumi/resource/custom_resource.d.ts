import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.js";
import type { Input, Inputs, Property } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { CustomResourceOptions } from "./resource_options.js";
/**
 * A resource that a provider manages. Every output is a Property, available at once by its name;
 * describe them with `new CustomResource<{ arn: string }>(...)`, or with `declare` fields in a
 * subclass.
 */
export type CustomResource<Outputs = unknown> = Resource & {
    /** The provider's id of the resource. */
    readonly id: Property<string>;
} & OutputsOf<Outputs>;
export interface CustomResourceConstructor {
    /**
     * @param type The type of the resource, `PACKAGE:MODULE:NAME`, such as `std:fs:File`.
     * @param name The name of the resource in the program; its URN is made of it.
     * @param inputs The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    new <Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, inputs?: Inputs, options?: CustomResourceOptions): ResourceWith<CustomResource, Outputs, Token>;
    readonly prototype: CustomResource;
    /** Reads an existing resource by its id instead of creating one. */
    get<Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, id: Input<string>, inputs?: Inputs, options?: CustomResourceOptions): ResourceWith<CustomResource, Outputs, Token>;
    /** Whether a value is a resource of any class. */
    isInstance(value: unknown): value is Resource;
}
/** The base class of resources that a provider manages; classes of packages are the usual way to make one. */
export declare const CustomResource: CustomResourceConstructor;
