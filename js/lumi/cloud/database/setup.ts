// Makes databases on a server of Postgres, and removes them. This code is a part of bundles.

import type { Migration } from "../contract.ts";
import { connectDatabase, type SqlConnection } from "./connection.ts";
import { migrate } from "./migrate.ts";

/** A database for one user, who owns it and has its name. */
export interface DatabaseSetup {
  /** The URL of a user with the right to create databases; undefined for a database that is there already. */
  readonly admin: string | undefined;
  /** The URL of the database, with the user and the password. */
  readonly url: string;
  readonly migrations: readonly Migration[];
}

/** Makes a database unless it is there, and runs its migrations. */
export async function setUpDatabase({ admin, url, migrations }: DatabaseSetup): Promise<void> {
  if (admin !== undefined) await asAdministrator(admin, (connection) => make(connection, url));
  await migrate(url, migrations);
}

/** Removes a database with its user and all that it has. */
export async function removeDatabase(admin: string, name: string): Promise<void> {
  await asAdministrator(admin, async (connection) => {
    await connection.script(`DROP DATABASE IF EXISTS ${identifier(name)} WITH (FORCE)`);
    await connection.script(`DROP ROLE IF EXISTS ${identifier(name)}`);
  });
}

async function asAdministrator(admin: string, work: (connection: SqlConnection) => Promise<void>): Promise<void> {
  const connection = await connectDatabase(admin);
  try {
    await work(connection);
  } finally {
    connection.close();
  }
}

async function make(connection: SqlConnection, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  const has = async (text: string) => (await connection.run(text, [name])).rows[0];
  const verb = await has("SELECT 1 FROM pg_roles WHERE rolname = $1") === undefined ? "CREATE" : "ALTER";
  await connection.script(`${verb} ROLE ${identifier(name)} LOGIN PASSWORD ${literal(decodeURIComponent(password))}`);
  const known = await has("SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1");
  if (known === undefined) {
    // Administrators that are no superusers make databases for roles that they are in.
    await connection.script(`GRANT ${identifier(name)} TO CURRENT_USER`);
    await connection.script(`CREATE DATABASE ${identifier(name)} OWNER ${identifier(name)}`);
  } else if (known["owner"] !== name) {
    throw new Error(`there is a database ${name} already, which belongs to ${known["owner"]}`);
  }
  await connection.script(`REVOKE CONNECT ON DATABASE ${identifier(name)} FROM PUBLIC`);
}

const identifier = (name: string) => `"${name.replace(/"/g, '""')}"`;
const literal = (text: string) => `'${text.replace(/'/g, "''")}'`;
