import { CustomResource } from "../resource/custom_resource.js";
import type { ResourceWith, TypeToken } from "../property/outputs_of.js";
import { Resource } from "../resource/resource.js";
/**
 * Refers to a resource of another stack of the same backend, and reads the outputs that it has after the last
 * deployment there. A plan fails if there is no such resource. The other stack manages the resource; this program can use
 * it as an input and in `dependsOn`.
 *
 * @param type The class of the resource, such as `fs.File`, or its type, such as `"std:fs:File"`.
 * @param urn The URN of the resource, as `lumi state ls --json` shows it in the project of its stack.
 */
export declare function getResource<T extends Resource>(type: abstract new (...args: any[]) => T, urn: string): T;
export declare function getResource<Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, urn: string): ResourceWith<CustomResource, Outputs, Token>;
