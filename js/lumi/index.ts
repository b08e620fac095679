// Lumi: declare infrastructure in TypeScript.

export { Archive, AssetArchive, type AssetMap, FileArchive, RemoteArchive } from "./archive.ts";
export { Asset, FileAsset, FunctionAsset, RemoteAsset, StringAsset } from "./asset.ts";
export { type ClientDefinition, type ClientOf, defineClient, ResourceClient } from "./client.ts";
export {
  all,
  concat,
  interpolate,
  isKnown,
  isSecret,
  jsonParse,
  jsonStringify,
  secret,
  unsecret,
} from "./combinators.ts";
export { ComponentResource, type ComponentResourceConstructor } from "./component_resource.ts";
export { compute, type ComputeClosure, wrapClosure } from "./compute.ts";
export type { ClosureDependency } from "./closure_dependency.ts";
export { Config, type NumberConfigOptions, type StringConfigOptions } from "./config.ts";
export { CustomResource, type CustomResourceConstructor } from "./custom_resource.ts";
export { call, invoke, type InvokeOptions } from "./invoke.ts";
export * as log from "./log.ts";
export type { AnyOutputs, OutputsOf } from "./outputs_of.ts";
export { type Deferred, Property, type PropertyConstructor } from "./property.ts";
export type { Input, Inputs, InputsOf, Unwrapped } from "./property_types.ts";
export { ProviderResource } from "./provider_resource.ts";
export { RemoteComponent, type RemoteComponentConstructor, type RemoteComponentOptions } from "./remote_component.ts";
export { Resource } from "./resource.ts";
export type {
  Alias,
  ComponentResourceOptions,
  CustomResourceOptions,
  CustomTimeouts,
  ResourceOptions,
} from "./resource_options.ts";
export { args, getProject, getRootDirectory, getStack, isDryRun } from "./run_context.ts";
export { StackReference } from "./stack_reference.ts";
export {
  registerStackTransform,
  type ResourceTransform,
  type ResourceTransformArgs,
  type ResourceTransformResult,
} from "./transform.ts";
