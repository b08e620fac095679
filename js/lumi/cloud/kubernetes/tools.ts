// Code of the target itself that runs in pods, by `lumi closure run`.

import type { AssetArchive } from "../../property/archive.ts";
import type { StringAsset } from "../../property/asset.ts";
import { derive } from "../../property/combinators.ts";
import { compute } from "../../property/compute.ts";
import type { Property } from "../../property/property_types.ts";
import { single } from "../single.ts";
import { object } from "./manifest.ts";
import { contentHash } from "./names.ts";
import { container, mount } from "./pods.ts";

/** A program in pods. */
export interface Tool {
  readonly name: string;
  /** The ConfigMap that has its code. */
  readonly configMap: Property<string>;
}

/** The code of a program, which the stack has once. */
export function tool(name: string, main: () => Promise<void>): Tool {
  return single(`tool ${name}`, () => {
    const data = derive(compute(main).archive, textsOf);
    const configMap = derive(data, async (it) => `lumi-${name}-${await contentHash(it)}`) as unknown as Property<
      string
    >;
    object("ConfigMap", `lumi-${name}`, { objectName: configMap, data, immutable: true }, undefined);
    return { name, configMap };
  });
}

/** The files of an archive. */
export function textsOf({ assets }: AssetArchive): Record<string, string> {
  return Object.fromEntries(Object.entries(assets).map(([name, asset]) => [name, (asset as StringAsset).text]));
}

/** A container that runs a program, which may talk to the hosts of `net` alone. */
export function toolContainer(
  { name }: Tool,
  net: readonly string[],
  env: readonly object[],
  open: readonly string[] = [],
): object {
  const variables = open.length === 0 ? [] : [`--allow-env=${open.join(",")}`];
  return container({
    name,
    args: ["closure", "run", `tools/${name}`, `--allow-net=${net.join(",")}`, ...variables],
    env,
    volumeMounts: [mount(name, `tools/${name}`)],
  });
}

/** The volume of a program. */
export const toolVolume = ({ name, configMap }: Tool) => ({ name, configMap: { name: configMap } });
