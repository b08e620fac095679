// The archive of a function for Lambda: its code, the loader of its secrets, and the loop over the Runtime API.

import { derive } from "../../property/combinators.ts";
import type { AssetArchive } from "../../property/archive.ts";
import type { StringAsset } from "../../property/asset.ts";
import { compute, type ComputeClosure } from "../../property/compute.ts";
import type { Property } from "../../property/property.ts";
import { encoded } from "../http.ts";
import { single } from "../single.ts";
import { serveInvocations } from "./runtime.ts";
import { loadSecretEnvironment } from "./secret_values.ts";
import { zip } from "./zip.ts";

/** Lambda unpacks no more, in bytes. */
const MAX_BYTES = 250 * 1024 * 1024;

export interface Bundle {
  /** The bytes of the zip in base64. */
  readonly content: Property<string>;
  /** Changes with the content. */
  readonly version: Property<string>;
}

/** The handler is `lambda.handler`; `bootstrap.mjs` runs it without Lambda's own runtime. */
export function bundleOf(name: string, { archive, hash, packages, secrets }: ComputeClosure): Bundle {
  const runtime = single("runtime", () => compute(serveInvocations));
  const loader = single("loader", () => compute(loadSecretEnvironment));
  const parts = [archive, packages, secrets, runtime.archive, loader.archive];
  type Parts = [AssetArchive, object, string[], AssetArchive, AssetArchive];
  const content = derive(parts, ([own, packages, secrets, runtime, loader]: Parts) => {
    refusePackages(name, Object.keys(packages));
    const files = filesOf(own, runtime, secrets.length > 0 ? loader : undefined);
    checkSize(name, files);
    return encoded(zip(files));
  });
  const hashes = [hash, runtime.hash, loader.hash];
  const version = derive(hashes,
    ([own, ...others]: string[]) => [own, ...others.map((it) => it.slice(0, 8))].join("-"));
  return { content, version };
}

function filesOf(own: AssetArchive, runtime: AssetArchive, loader: AssetArchive | undefined): Record<string, string> {
  const handler = 'const { default: handler } = await import("./index.mjs");\nexport { handler };\n';
  const loading = 'import load from "./secrets.mjs";\nawait load();\n';
  const files: Record<string, string> = {
    ...textsOf(own),
    "lambda.mjs": loader === undefined ? handler : loading + handler,
    "runtime.mjs": textsOf(runtime)["index.mjs"]!,
    "bootstrap.mjs": 'import serve from "./runtime.mjs";\nawait serve(() => import("./lambda.mjs"));\n',
  };
  if (loader !== undefined) files["secrets.mjs"] = textsOf(loader)["index.mjs"]!;
  return files;
}

function textsOf({ assets }: AssetArchive): Record<string, string> {
  return Object.fromEntries(Object.entries(assets).map(([name, asset]) => [name, (asset as StringAsset).text]));
}

function refusePackages(name: string, packages: readonly string[]): void {
  if (packages.length === 0) return;
  throw new TypeError(
    `the function ${name} imports ${
      packages.join(", ")
    } of npm, which the target "aws" does not pack yet; use code of the ` +
      "project instead, or another target",
  );
}

/** Lambda must be able to unpack the files. */
function checkSize(name: string, files: Record<string, string>): void {
  const size = Object.values(files).reduce((sum, it) => sum + it.length, 0);
  if (size <= MAX_BYTES) return;
  throw new RangeError(
    `the function ${name} has ${size} bytes of code and captured values, but Lambda takes at most ${MAX_BYTES}; ` +
      `\`lumi closure why ${name}\` shows what is captured`,
  );
}
