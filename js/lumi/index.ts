// Lumi: declare infrastructure in TypeScript.

export { Archive, AssetArchive, type AssetMap, FileArchive, RemoteArchive } from "./property/archive.ts";
export { Asset, FileAsset, FunctionAsset, RemoteAsset, StringAsset } from "./property/asset.ts";
export { type ClientDefinition, type ClientOf, defineClient, ResourceClient } from "./property/client.ts";
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
} from "./property/combinators.ts";
export { ComponentResource, type ComponentResourceConstructor } from "./resource/component_resource.ts";
export { EphemeralValue } from "./property/ephemeral_value.ts";
export { compute, type ComputeClosure, wrapClosure } from "./property/compute.ts";
export type { ClosureDependency } from "./property/closure_dependency.ts";
export { Config, type NumberConfigOptions, type StringConfigOptions } from "./program/config.ts";
export { CustomResource, type CustomResourceConstructor } from "./resource/custom_resource.ts";
export {
  ErrorHook,
  type ErrorHookArgs,
  type ErrorHookFunction,
  ResourceHook,
  type ResourceHookArgs,
  type ResourceHookFunction,
  type ResourceHookOptions,
  type ResourceHooks,
} from "./resource/hook.ts";
export { call, invoke, type InvokeOptions } from "./program/invoke.ts";
export * as log from "./log.ts";
export type { AnyOutputs, OutputsOf } from "./property/outputs_of.ts";
export { type Deferred, Property, type PropertyConstructor } from "./property/property.ts";
export type { Input, Inputs, InputsOf, Unwrapped } from "./property/property_types.ts";
export { ProviderResource } from "./resource/provider_resource.ts";
export {
  RemoteComponent,
  type RemoteComponentConstructor,
  type RemoteComponentOptions,
} from "./resource/remote_component.ts";
export { Resource } from "./resource/resource.ts";
export type {
  Alias,
  ComponentResourceOptions,
  CustomResourceOptions,
  CustomTimeouts,
  ResourceOptions,
  ResourceTransform,
  ResourceTransformArgs,
  ResourceTransformResult,
} from "./resource/resource_options.ts";
export { args, getProject, getRootDirectory, getStack, isDryRun } from "./session/run_context.ts";
export { getResource } from "./program/resource_reference.ts";
export { StackReference } from "./program/stack_reference.ts";
export { Stash } from "./resource/stash.ts";
export { registerStackTransform } from "./resource/stack_transform.ts";
