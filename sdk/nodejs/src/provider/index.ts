/** Plugins that manage the resources of a package: `serve(new MyProvider())`. */
export { fromJSON, toJSON } from "../value/json.js";
export {
  Archive,
  Asset,
  equal,
  isObject,
  isSecret,
  isUnknown,
  pathOf,
  plain,
  ResourceReference,
  Secret,
  Unknown,
  unknown,
  type Value,
  type Values,
} from "../value/value.js";
export { compare } from "./compare.js";
export { content, files } from "./content.js";
export { type Code, Failure } from "./errors.js";
export type * from "./package.js";
export { serve } from "./serve.js";
