// Runs migrations, each once and in order. This code is a part of bundles.

import type { Migration } from "../contract.ts";
import { textHash } from "../hexadecimal.ts";
import { connectDatabase, type SqlConnection } from "./connection.ts";

/** The lock of those who run migrations. */
const LOCK = 7_305_614_002;

/** Runs the migrations that have not been run yet. Each is a transaction. */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const connection = await connectDatabase(url);
  try {
    await connection.run("SELECT pg_advisory_lock($1)", [LOCK]);
    await connection.script(
      "CREATE TABLE IF NOT EXISTS lumi_migrations (name text PRIMARY KEY, hash text NOT NULL, applied timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await connection.run("SELECT name, hash FROM lumi_migrations", []);
    const known = new Map(rows.map((it) => [it["name"] as string, it["hash"] as string]));
    for (const it of await pendingOf(migrations, known)) await apply(connection, it);
  } finally {
    connection.close();
  }
}

interface Pending extends Migration {
  readonly hash: string;
}

/** The migrations that have not been run, after a check of those that have. */
async function pendingOf(migrations: readonly Migration[], known: ReadonlyMap<string, string>): Promise<Pending[]> {
  const names = new Set(migrations.map((it) => it.name));
  const gone = [...known.keys()].find((it) => !names.has(it));
  if (gone !== undefined) throw new Error(`the migration ${gone} has been run, but is not there any more`);
  const last = [...known.keys()].sort().at(-1) ?? "";
  const pending: Pending[] = [];
  for (const { name, sql } of migrations) {
    const hash = await textHash(sql);
    const before = known.get(name);
    if (before === undefined && name < last) {
      throw new Error(`the migration ${name} comes before ${last}, which has been run: give it a later name`);
    }
    if (before !== undefined && before !== hash) {
      throw new Error(`the migration ${name} has changed since it was run: write another one`);
    }
    if (before === undefined) pending.push({ name, sql, hash });
  }
  return pending;
}

async function apply(connection: SqlConnection, { name, sql, hash }: Pending): Promise<void> {
  await connection.script("BEGIN");
  try {
    await connection.script(sql);
    await connection.run("INSERT INTO lumi_migrations (name, hash) VALUES ($1, $2)", [name, hash]);
    await connection.script("COMMIT");
  } catch (error) {
    await connection.script("ROLLBACK").catch(() => {});
    throw new Error(`the migration ${name} failed: ${(error as Error).message}`);
  }
}
