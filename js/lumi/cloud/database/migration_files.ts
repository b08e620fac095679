// The migrations of a database: files of SQL in a folder of the project.

import { loadLate } from "../../protocol/ops.ts";
import { type Refusal, refusalOf } from "../component.ts";
import type { Migration } from "../contract.ts";
import { inProject } from "../project_folder.ts";

const fs = loadLate<typeof import("../../../node/fs/fs.ts")>("node/fs/fs.ts");

/** The characters of all migrations together: targets have room for so many in a function. */
const MAX_LENGTH = 900_000;

/** The migrations in the order of their names. */
export function migrationsOf(name: string, folder: string): Migration[] {
  const refuse: Refusal = refusalOf("Database", name);
  const start = inProject(folder);
  let names: string[];
  try {
    names = fs().readdirSync(start) as unknown as string[];
  } catch (error) {
    return refuse(`has no folder ${folder} of migrations: ${(error as Error).message}`);
  }
  const odd = names.find((it) => !/^[A-Za-z0-9][A-Za-z0-9._-]*\.sql$/.test(it) && !it.startsWith("."));
  if (odd !== undefined) refuse(`has ${folder}/${odd}, which is no migration: they are files such as 001-orders.sql`);
  const migrations = names.filter((it) => it.endsWith(".sql") && !it.startsWith(".")).sort().map((it) => ({
    name: it,
    sql: fs().readFileSync(`${start}/${it}`, "utf8") as string,
  }));
  const length = migrations.reduce((sum, it) => sum + it.sql.length, 0);
  if (length > MAX_LENGTH) {
    refuse(`has migrations with ${length} characters, but at most ${MAX_LENGTH}; load data in another way`);
  }
  return migrations;
}
