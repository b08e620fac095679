export { PartialInitError, UnknownOutcomeError } from "./dynamic/errors.js";
export type { CheckFailure, CheckResult, CreateResult, DiffResult, ListedObject, ReadResult, ResourceProvider, UpdateResult, } from "./dynamic/resource_provider.js";
export { register } from "./dynamic/provider_table.js";
export { Resource } from "./dynamic/dynamic_resource.js";
export { unknown } from "./data/unknown.js";
