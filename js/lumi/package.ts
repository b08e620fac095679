// The base of the declarations of packages (`.lumi/types/packages`).

export type { Archive } from "./property/archive.ts";
export type { Asset } from "./property/asset.ts";
export type { EphemeralValue } from "./property/ephemeral_value.ts";
export type { InvokeOptions } from "./program/invoke.ts";
export type { Input, Property } from "./property/property_types.ts";
export type { RemoteComponentOptions } from "./resource/remote_component.ts";
export type { CustomResourceOptions } from "./resource/resource_options.ts";
export { ProviderResource } from "./resource/provider_resource.ts";
export {
  PackageComponent,
  type PackageComponentConstructor,
  PackageResource,
  type PackageResourceConstructor,
  type UnreadClass,
  type UnreadFunction,
} from "./package/package_resource.ts";
