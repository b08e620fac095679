// The definition of a site as the platform reads it (`src/platform/sites/definition.rs`).

import type { SiteSpec } from "../contract.ts";
import { mediaTypes } from "./media_types.ts";

export function siteDefinition(spec: SiteSpec): object {
  const { name, files, index, notFound, isApplication, immutable } = spec;
  return {
    name,
    index,
    ...notFound === undefined ? {} : { notFound },
    isApplication,
    immutable,
    types: mediaTypes(files.map((it) => it.path)),
  };
}
