// Sites of the platform on this machine: the files, and a definition beside them.

import { jsonStringify } from "../../property/combinators.ts";
import { AssetArchive } from "../../property/archive.ts";
import { FileAsset } from "../../property/asset.ts";
import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import * as fs from "../../std/fs.ts";
import type { Grant, Infra, SiteSpec } from "../contract.ts";
import type { SiteClient } from "../site/site.ts";
import { siteDefinition } from "../site/site_definition.ts";
import { tracedFetch } from "../telemetry.ts";
import { localFolder } from "./place.ts";

export class LocalSite implements Infra {
  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): SiteClient => ({
      fetch: (path, init) => tracedFetch(`${process.env["LUMI_PLATFORM"]}/_lumi/sites/${name}${path}`, init),
    }),
  });
  readonly outputs: { name: Property<string> };

  constructor(spec: SiteSpec) {
    const { name, component } = spec;
    const folder = `${localFolder()}/.sites/${name}`;
    const assets = spec.files.map(({ path, source }) => [path, new FileAsset(source)]);
    const files = new fs.Directory(name, {
      path: `${folder}/files`,
      source: new AssetArchive(Object.fromEntries(assets)),
    }, { parent: component });
    const definition = new fs.File(name, {
      path: `${folder}/site.json`,
      content: jsonStringify(siteDefinition(spec), null, 2),
    }, { parent: component, dependsOn: [files] });
    this.outputs = { name: definition.urn.then(() => name) as unknown as Property<string> };
  }

  grant(method: string): Grant | undefined {
    return method === "fetch" ? {} : undefined;
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
