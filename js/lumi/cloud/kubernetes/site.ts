// Sites on Kubernetes: a pod of lumi that serves files of ConfigMaps, and a route of the Gateway to it.

import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Grant, Infra, SiteSpec } from "../contract.ts";
import { nameHash } from "../name_hash.ts";
import { siteDefinition } from "../site/site_definition.ts";
import { contentOf } from "../site/site_files.ts";
import { siteClient } from "./call_client.ts";
import { labelsOf, namespace, object, selectorOf } from "./manifest.ts";
import { contentHash, objectName, PORT, serviceAddress } from "./names.ts";
import { tcp } from "./network_policy.ts";
import { podsResource } from "./permissions.ts";
import { container, FUNCTIONS, mount, POD, probe } from "./pods.ts";
import { exposed, gatewayOf, routerHost } from "./settings.ts";

/** A ConfigMap has no more, in bytes; some of them are names. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024;
/** The API server takes no larger objects; the Deployment names every file. */
const MAX_ITEMS = 1024 * 1024;

export class KubernetesSite implements Infra {
  readonly client = siteClient;
  readonly outputs: { address: string; url?: string };
  readonly #id: string;

  constructor(spec: SiteSpec) {
    const { name, component } = spec;
    // Functions and services may have the same name.
    const id = this.#id = objectName(`site-${name}`);
    const [gateway, host] = [gatewayOf(`the Site "${name}"`), routerHost(name)];
    this.outputs = { address: serviceAddress(id), ...host === undefined ? {} : { url: `https://${host}` } };
    if (gateway !== undefined) object("HTTPRoute", name, exposed(id, gateway, host), component);
    podsOf(spec, id, volumeOf(spec, id));
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch") return undefined;
    return { permissions: [{ actions: ["services:fetch"], resource: podsResource({ id: this.#id, port: PORT }) }] };
  }
}

/** A ConfigMap with some files, and the paths of its keys. */
interface Part {
  readonly binaryData: Record<string, string>;
  readonly items: { readonly key: string; readonly path: string }[];
}

/** The volume of the files, and the objects that it is made of. */
interface SiteVolume {
  readonly volume: object;
  readonly configMaps: readonly Resource[];
}

function volumeOf(spec: SiteSpec, id: string): SiteVolume {
  const { name, component } = spec;
  const definition = { "site.json": JSON.stringify(siteDefinition(spec), null, 2) };
  const named = (data: object) =>
    derive([], async () => `${id}-${await contentHash(data)}`) as unknown as Property<string>;
  const first = named(definition);
  const configMaps = [
    object("ConfigMap", name, { objectName: first, data: definition, immutable: true }, component),
  ];
  const sources: object[] = [{ configMap: { name: first } }];
  for (const [index, { binaryData, items }] of partsOf(spec).entries()) {
    const configMap = named(binaryData);
    configMaps.push(
      object("ConfigMap", `${name}.${index + 1}`, { objectName: configMap, binaryData, immutable: true }, component),
    );
    sources.push({ configMap: { name: configMap, items } });
  }
  return { volume: { name: "site", projected: { sources } }, configMaps };
}

function partsOf({ name, files }: SiteSpec): Part[] {
  const refuse = (problem: string): never => {
    throw new RangeError(`the Site "${name}" ${problem}`);
  };
  const parts: Part[] = [];
  let size = Infinity;
  for (const file of files) {
    const content = contentOf(file);
    const bytes = content.length / 4 * 3 - (content.length - content.replace(/=+$/, "").length);
    if (bytes > MAX_BYTES) {
      refuse(`has ${file.path} with ${bytes} bytes, but a ConfigMap takes at most ${MAX_BYTES}; put it into a Bucket`);
    }
    if (size + bytes > MAX_BYTES) {
      parts.push({ binaryData: {}, items: [] });
      size = 0;
    }
    size += bytes;
    const { binaryData, items } = parts.at(-1)!;
    const key = keyOf(file.path);
    binaryData[key] = content;
    items.push({ key, path: `files/${file.path}` });
  }
  const length = JSON.stringify(parts.map((it) => it.items)).length;
  if (length > MAX_ITEMS) {
    refuse(
      `has ${files.length} files, whose paths have ${length} characters; the target "kubernetes" has room for ${MAX_ITEMS}`,
    );
  }
  return parts;
}

/** A key of a ConfigMap for a path: what is no letter, digit, hyphen or dot is hexadecimal. */
function keyOf(path: string): string {
  const key = path.replace(/[^A-Za-z0-9.-]/gu, (it) => `_${it.codePointAt(0)!.toString(16)}_`);
  return key.length <= 200 && !/^\.+$/.test(key) ? key : `${key.slice(0, 180)}_${nameHash(path)}`;
}

function podsOf({ name, component }: SiteSpec, id: string, { volume, configMaps }: SiteVolume): void {
  const selector = selectorOf(id, "service");
  object("NetworkPolicy", name, {
    objectName: id,
    spec: {
      podSelector: { matchLabels: selector },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ ports: tcp(PORT) }],
      egress: [],
    },
  }, component);
  const server = container({
    name: "site",
    args: [
      "closure",
      "serve",
      FUNCTIONS,
      "--host=0.0.0.0",
      `--port=${PORT}`,
      "--allow-host=*",
      "--errors=hidden",
      `--site=${name}`,
    ],
    ports: [{ name: "http", containerPort: PORT }],
    startupProbe: probe(true, { periodSeconds: 1, failureThreshold: 60 }),
    readinessProbe: probe(true, { periodSeconds: 5 }),
    livenessProbe: probe(true, { periodSeconds: 20, failureThreshold: 6 }),
    volumeMounts: [mount("data", FUNCTIONS), mount("site", `${FUNCTIONS}/.sites/${name}`)],
  });
  object("Deployment", name, {
    objectName: id,
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      template: {
        metadata: { labels: labelsOf(id, "service") },
        spec: { ...POD, containers: [server], volumes: [{ name: "data", emptyDir: {} }, volume] },
      },
    },
  }, component, [namespace(), ...configMaps]);
  object("Service", name, {
    objectName: id,
    spec: { selector, ports: [{ name: "http", port: PORT, targetPort: PORT }] },
  }, component);
}
