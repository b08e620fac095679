// lumi/dynamic: providers that are objects of the program.

export { PartialInitError, UnknownOutcomeError } from "./dynamic/errors.ts";
export type {
  CheckFailure,
  CheckResult,
  CreateResult,
  DiffResult,
  ListedObject,
  ReadResult,
  ResourceProvider,
  UpdateResult,
} from "./dynamic/resource_provider.ts";
export { register } from "./dynamic/provider_table.ts";
export { Resource } from "./dynamic/dynamic_resource.ts";
export { unknown } from "./data/unknown.ts";
