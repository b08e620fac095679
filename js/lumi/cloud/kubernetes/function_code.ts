// The files of a function: its code, and function.json.

import type { AssetArchive } from "../../property/archive.ts";
import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { FunctionNeeds } from "../contract.ts";
import type { Facts } from "./function_facts.ts";
import { contentHash, serviceAddress } from "./names.ts";
import { natsAddress } from "./nats_server.ts";
import type { Uses } from "./permissions.ts";
import { objectStorage } from "./settings.ts";
import { textsOf } from "./tools.ts";

/** A ConfigMap has no more, in bytes; some of them are names. */
const MAX_BYTES = 1024 * 1024 - 4096;

/** The data of the ConfigMap of a function, and its name, which changes with the data. */
export interface Code {
  readonly name: Property<string>;
  readonly data: Property<Record<string, string>>;
}

type Values = [AssetArchive, object, Record<string, string>, FunctionNeeds, Uses, object[]];

export function codeOf(facts: Facts): Code {
  const { id, name, made: { closure, needs }, uses, triggers = [] } = facts;
  const parts = [closure.archive, closure.packages, closure.env, needs, uses, triggers];
  const data = derive(parts, ([archive, packages, env, { environment }, uses, triggers]: Values) => {
    refusePackages(name, Object.keys(packages));
    const all = { ...env, ...environment, ...openVariables(id, uses) };
    const definition = { ...definitionOf(facts, uses), env: all, triggers };
    return checkSize(name, { ...textsOf(archive), "function.json": JSON.stringify(definition, null, 2) });
  }) as unknown as Property<Record<string, string>>;
  const hashed = derive(data, async (it) => `${id}-${await contentHash(it)}`) as unknown as Property<string>;
  return { name: hashed, data };
}

/** The variables of clients, without secrets. */
export function openVariables(id: string, { nats, usesBuckets }: Uses): Record<string, string> {
  const ofNats: Record<string, string> = nats.publish.length === 0
    ? {}
    : { LUMI_NATS: natsAddress(), LUMI_NATS_USER: id };
  if (!usesBuckets) return ofNats;
  const { endpoint, region, accessKey } = objectStorage();
  return { ...ofNats, AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKey };
}

/** The content of function.json besides variables and triggers. */
function definitionOf({ name, spec: { net, resilience }, made: { closure } }: Facts, uses: Uses): object {
  const hosts = [...uses.reached, ...uses.services.map((it) => it.id)].map((it) => serviceAddress(it));
  hosts.push(...uses.databases.map(({ id, port }) => serviceAddress(id, port)), ...uses.outside);
  if (uses.nats.publish.length > 0) hosts.push(natsAddress());
  if (uses.usesBuckets) hosts.push(hostOf(objectStorage().endpoint));
  return {
    name,
    entry: closure.entry,
    secrets: "../.secrets/environment.json",
    ...Object.keys(resilience).length > 0 ? { resilience } : {},
    permissions: { net: [...hosts, ...net], ...uses.machine },
  };
}

/** The host and the port of a URL. */
export function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;
}

function refusePackages(name: string, packages: readonly string[]): void {
  if (packages.length === 0) return;
  throw new TypeError(
    `the function ${name} imports ${
      packages.join(", ")
    } of npm, which the target "kubernetes" does not pack yet; use code of ` +
      "the project instead, or another target",
  );
}

/** The API of Kubernetes refuses larger ones. */
function checkSize(name: string, files: Record<string, string>): Record<string, string> {
  const size = Object.values(files).reduce((sum, it) => sum + new TextEncoder().encode(it).length, 0);
  if (size <= MAX_BYTES) return files;
  throw new RangeError(
    `the function ${name} has ${size} bytes of code and captured values, but a ConfigMap takes at most ${MAX_BYTES}; ` +
      `\`lumi closure why ${name}\` shows what is captured`,
  );
}
