import { CustomResource } from "../resource/custom_resource.js";
import type { ResourceWith, TypeToken } from "../property/outputs_of.js";
import { Resource } from "../resource/resource.js";
/**
 * Refers to a resource of another stack of the same backend. Its outputs are those of the last deployment of that stack,
 * which alone manages the resource. This program can use it as an input and in `dependsOn`. A plan fails if the other
 * stack has no resource with this URN.
 *
 * @param type The class of the resource, such as `fs.File`, or its type, such as `"std:fs:File"`.
 * @param urn The URN of the resource, as `lumi state ls --json` shows it in the project of its stack.
 */
export declare function getResource<T extends Resource>(type: abstract new (...args: any[]) => T, urn: string): T;
export declare function getResource<Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, urn: string): ResourceWith<CustomResource, Outputs, Token>;
