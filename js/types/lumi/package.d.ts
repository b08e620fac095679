export type { Archive } from "./property/archive.js";
export type { Asset } from "./property/asset.js";
export type { EphemeralValue } from "./property/ephemeral_value.js";
export type { InvokeOptions } from "./program/invoke.js";
export type { Input, Property } from "./property/property_types.js";
export type { RemoteComponentOptions } from "./resource/remote_component.js";
export type { CustomResourceOptions } from "./resource/resource_options.js";
export { ProviderResource } from "./resource/provider_resource.js";
export { PackageComponent, type PackageComponentConstructor, PackageResource, type PackageResourceConstructor, type UnreadClass, type UnreadFunction, } from "./package/package_resource.js";
