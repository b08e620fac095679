// Databases on AWS: RDS in the network of the stack. A function runs migrations.

import { derive, interpolate } from "../../property/combinators.ts";
import type { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import { Id } from "../../std/random.ts";
import type { DatabaseSpec, Grant, Infra } from "../contract.ts";
import { isDatabaseMethod, passwordOf } from "../database/access.ts";
import { databaseClient } from "../database/client.ts";
import { databaseName, databaseUrl } from "../database/database_name.ts";
import { migrate } from "../database/migrate.ts";
import { eventFunction } from "../function.ts";
import { nameHash } from "../name_hash.ts";
import type { AwsFunction, AwsFunctionArgs } from "./function.ts";
import { physicalName } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";
import { connect, databaseNetwork, network } from "./service/network.ts";

const PORT = 5432;
/** GiB, now and at most. */
const STORAGE = { allocatedStorage: 20, maxAllocatedStorage: 100 };

export class AwsDatabase implements Infra {
  readonly client = databaseClient;
  /** Secret. */
  readonly outputs: { url: Property<string> };
  readonly #callers: AwsResource;
  readonly #ready: Resource;

  constructor(spec: DatabaseSpec) {
    const { name, component } = spec;
    const place = network(`the Database "${name}"`);
    const { callers, server } = databaseNetwork(place, name, PORT, component);
    const database = databaseName(name);
    const password = passwordOf(name, component);
    const instance = instanceOf(spec, place.subnets, server, database, password);
    const url = derive([instance["address"], password], ([address, password]: [string, string]) =>
      // RDS refuses connections that are not encrypted.
      databaseUrl(`${address}:${PORT}`, database, password, "?sslmode=require"));
    this.#callers = callers;
    this.outputs = { url: url as unknown as Property<string> };
    this.#ready = migrated(spec, this.outputs.url, callers, instance);
  }

  grant(method: string): Grant | undefined {
    if (!isDatabaseMethod(method)) return undefined;
    return { permissions: [connect(this.#callers)], links: [this.#ready] };
  }
}

function instanceOf(
  { name, component }: DatabaseSpec,
  subnetIds: readonly string[],
  server: AwsResource,
  database: string,
  password: Property<string>,
): AwsResource {
  const identifier = identifierOf(name);
  // Snapshots outlive the database, and names of theirs are used once.
  const last = new Id(`${name}.snapshot`, { byteLength: 4 }, { parent: component });
  const subnets = resource("db_subnet_group", name, { name: identifier, subnetIds: [...subnetIds] }, component);
  return resource("db_instance", name, {
    identifier,
    engine: "postgres",
    engineVersion: "17",
    instanceClass: "db.t4g.micro",
    ...STORAGE,
    storageType: "gp3",
    storageEncrypted: true,
    dbName: database,
    username: database,
    password,
    dbSubnetGroupName: subnets["name"],
    vpcSecurityGroupIds: [server.id],
    publiclyAccessible: false,
    backupRetentionPeriod: 7,
    copyTagsToSnapshot: true,
    finalSnapshotIdentifier: interpolate`${identifier}-final-${last.hex}`,
  }, component);
}

/** Names of RDS begin with a letter, have small letters and no two hyphens beside each other. */
function identifierOf(name: string): string {
  const physical = physicalName(name, 50).toLowerCase();
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(physical)) return physical;
  return `lumi-${nameHash(physical)}`;
}

/** The resource that is there when all migrations have been run: a call of a function in the network. */
function migrated(
  { name, component, migrations }: DatabaseSpec,
  url: Property<string>,
  callers: AwsResource,
  instance: AwsResource,
): Resource {
  if (migrations.length === 0) return instance;
  const handler = async () => {
    await migrate(await url, migrations);
    return {};
  };
  const own: AwsFunctionArgs = { consumes: [connect(callers)] };
  const { lambda, ready } = eventFunction<AwsFunction>(component, {
    name: functionName(name),
    handler,
    args: {},
    own,
  });
  // Other migrations are another call.
  const version = nameHash(JSON.stringify(migrations));
  return resource("lambda_invocation", name, {
    functionName: lambda["functionName"],
    input: JSON.stringify({ migrations: migrations.at(-1)!.name, version }),
  }, component, [instance, ...ready]);
}

function functionName(name: string): string {
  const whole = `${name}-migrate`;
  return whole.length <= 63 ? whole : `${name.slice(0, 46)}-${nameHash(name)}-migrate`;
}
