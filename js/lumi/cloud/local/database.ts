// Databases on this machine: those of a server of Postgres, which a command makes and removes.

import { all, derive, jsonStringify, unsecret } from "../../property/combinators.ts";
import { compute } from "../../property/compute.ts";
import type { Property } from "../../property/property.ts";
import { Config } from "../../program/config.ts";
import * as exec from "../../std/exec.ts";
import * as fs from "../../std/fs.ts";
import type { DatabaseSpec, Grant, Infra } from "../contract.ts";
import { isDatabaseMethod, passwordOf } from "../database/access.ts";
import { databaseClient } from "../database/client.ts";
import { databaseName, databaseUrl } from "../database/database_name.ts";
import { removeDatabase, setUpDatabase } from "../database/setup.ts";
import { nameHash } from "../name_hash.ts";
import { localFolder } from "./place.ts";

export class LocalDatabase implements Infra {
  readonly client = databaseClient;
  /** Secret. */
  readonly outputs: { url: Property<string> };
  readonly #host: Property<string>;

  constructor({ name, component, migrations }: DatabaseSpec) {
    const admin = serverOf(name);
    const database = databaseName(name);
    this.#host = unsecret(derive(admin, hostOf)) as unknown as Property<string>;
    const password = passwordOf(name, component);
    // The settings of the connection, such as `sslmode`, are those of the server.
    const url = derive([this.#host, password, admin],
      ([host, password, admin]: [string, string, string]) =>
        databaseUrl(host, database, password, new URL(admin).search));
    const main = async (action: string) => {
      const { server, url } = JSON.parse(process.env["LUMI_DATABASE"]!);
      try {
        if (action === "remove") await removeDatabase(server, database);
        else await setUpDatabase({ admin: server, url, migrations });
        return "";
      } catch (error) {
        // The reason is of use, and the code around it is not.
        return (error as Error).message;
      }
    };
    const folder = `${localFolder()}/.databases`;
    const files = new fs.Directory(name, {
      path: `${folder}/${name}`,
      source: compute(main).archive,
    }, { parent: component });
    // The command itself has no secrets, so that what it prints can be shown.
    const urls = new fs.File(name, {
      path: `${folder}/${name}.json`,
      content: jsonStringify({ server: admin, url }),
      mode: "0600",
    }, { parent: component });
    const run = (action: string) => ["sh", "-c", RUN, "sh", `${folder}/${name}`, this.#host, action];
    const made = new exec.Command(name, {
      create: run("make"),
      update: run("make"),
      delete: run("remove"),
      // Another password is another version, which tells nothing of it.
      environment: {
        LUMI_DATABASE_SETUP: files.sha256,
        LUMI_DATABASE_VERSION: unsecret(derive(url, nameHash)) as never,
      },
    }, { parent: component, dependsOn: [urls] });
    this.outputs = { url: all([url, made.urn] as never).then(([url]: any) => url) as unknown as Property<string> };
  }

  grant(method: string): Grant | undefined {
    if (!isDatabaseMethod(method)) return undefined;
    return { permissions: [{ actions: ["net"], resource: this.#host }] };
  }
}

/** The URL of a user with the right to create databases. */
function serverOf(name: string): Property<string> {
  const url = new Config("lumi").getSecret("postgres");
  if (url !== undefined) return url as unknown as Property<string>;
  throw new TypeError(
    `the target "local" needs a server of Postgres for the Database "${name}", and a user who may make databases: ` +
      "`lumi config set lumi:postgres postgres://USER:PASSWORD@127.0.0.1/postgres --secret`",
  );
}

/** The host and the port of a URL. */
function hostOf(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError("`lumi:postgres` must be a URL such as postgres://USER:PASSWORD@127.0.0.1/postgres");
  }
  return `${parsed.hostname}:${parsed.port === "" ? 5432 : parsed.port}`;
}

/** The commands of a deployment run the lumi that deploys. It answers the reason of a failure as JSON, or an empty text. */
const RUN = `set -e
LUMI_DATABASE=$(cat "$1.json")
export LUMI_DATABASE
lumi=$(readlink "/proc/$PPID/exe" 2> /dev/null) || lumi=lumi
answer=$("$lumi" closure run "$1" --allow-net="$2" --args "[\\"$3\\"]")
if [ "$answer" != '""' ]; then
  printf '%s\\n' "$answer" | sed 's/^"//; s/"$//' >&2
  exit 1
fi`;

declare const process: { readonly env: Record<string, string | undefined> };
