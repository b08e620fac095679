// Functions of the platform on this machine: a folder with the code, and function.json.

import { all, interpolate, jsonStringify } from "../../property/combinators.ts";
import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Input } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { getRootDirectory } from "../../session/run_context.ts";
import * as fs from "../../std/fs.ts";
import type { FunctionCode, FunctionNeeds, FunctionSpec, Grant, Infra } from "../contract.ts";
import type { FunctionClient } from "../function.ts";
import { type Allowed, permissionsOf } from "./permissions.ts";
import { localFolder } from "./place.ts";
import { service } from "./service.ts";

/** When a function runs, as function.json says it. */
export type Trigger = Record<string, Input<string | number>>;

/** The data that infra classes give to `eventFunction`. */
export interface LocalFunctionArgs {
  readonly triggers: Input<Trigger[]>;
}

export class LocalFunction implements Infra {
  static readonly features = ["circuitBreaker", "concurrency", "rateLimit", "retries", "timeout"];

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): FunctionClient<unknown[], unknown> => ({
      async call(...args) {
        const answer = await service("POST", `functions/${name}`, { body: JSON.stringify(args) });
        return (await answer.json()).result;
      },
    }),
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor({ name, component, handler, net, own, resilience, code }: FunctionSpec) {
    this.#name = name;
    // The platform passes the arguments of calls as they are.
    const made = code(handler);
    const { closure, needs, own: ownPermissions, links } = made;
    const folder = localFolder();
    // Other code is another folder: function.json goes from one to the other, and no call finds half.
    const files = new fs.Directory(name, {
      path: interpolate`${folder}/${name}/${closure.folder}`,
      source: closure.archive,
    }, { parent: component });
    const secrets = closure.secrets.then((it) => it.length > 0 ? [secretsOf(name, made, component)] : []);
    const definition = new fs.File(name, {
      path: `${folder}/${name}/function.json`,
      content: jsonStringify({
        name,
        entry: interpolate`${closure.folder}/${closure.entry}`,
        env: all([closure.env, needs]).then(([env, { environment }]) => ({ ...env, ...environment })),
        secrets: secrets.then((it) => it.length > 0 ? `../${secretsFile(name)}` : undefined),
        triggers: (own as LocalFunctionArgs | undefined)?.triggers ?? [],
        resilience: Object.keys(resilience).length > 0 ? resilience as Record<string, unknown> : undefined,
        permissions: all([needs, ownPermissions, closure.packages] as never).then((values: never) => {
          const [{ permissions }, own, packages] = values as [FunctionNeeds, Allowed[], object];
          const read = Object.keys(packages).length > 0 ? [nodeModules(name)] : [];
          return permissionsOf([...permissions, ...own], net, read);
        }),
      }, null, 2),
    }, {
      parent: component,
      dependsOn: all([secrets as never, links as never]).then((
        [secrets, links],
      ) => [files, ...secrets, ...links]) as never,
    });
    this.outputs = { name: definition.urn.then(() => name) as unknown as Property<string> };
  }

  grant(method: string): Grant | undefined {
    if (method !== "call") return undefined;
    return { permissions: [{ actions: ["functions:call"], resource: this.#name }] };
  }
}

/** Secrets are not in the function's folder, but in a file for the platform alone. */
function secretsOf(name: string, { closure }: FunctionCode, parent: Resource): fs.File {
  return new fs.File(`${name}.secrets`, {
    path: `${localFolder()}/${secretsFile(name)}`,
    content: jsonStringify(closure.secretEnv),
    mode: "0600",
  }, { parent });
}

const secretsFile = (name: string) => `.secrets/${name}.json`;

/** The path of the project's packages, seen from the folder of a function. */
function nodeModules(name: string): string {
  const folder = localFolder();
  if (folder.startsWith("/")) return `${getRootDirectory()}/node_modules`;
  const depth = `${folder}/${name}`.split("/").filter((it) => it !== "" && it !== ".").length;
  return `${"../".repeat(depth)}node_modules`;
}
