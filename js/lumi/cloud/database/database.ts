// Database: a database of Postgres, with the migrations that make its tables.

import type { ComponentResourceOptions } from "../../resource/resource_options.ts";
import { Component, onlyInFunctions } from "../component.ts";
import type { Infra } from "../contract.ts";
import { migrationsOf } from "./migration_files.ts";

/** A value of a parameter. Lists become arrays of Postgres, other objects JSON. */
export type SqlValue = string | number | bigint | boolean | null | undefined | Date | Uint8Array | object;

/** Statements of SQL, with parameters `$1`, `$2` and so on. */
export interface Sql {
  /** The rows that a statement answers. */
  query<Row = Record<string, any>>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** The number of rows that a statement changes. */
  execute(text: string, parameters?: readonly SqlValue[]): Promise<number>;
}

/** The methods of a database for functions. */
export interface DatabaseClient extends Sql {
  /** Runs statements as a whole: if `work` throws, none of them has been. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

export interface DatabaseArgs {
  /**
   * The folder of migrations: files of SQL that are run once, in the order of their names, by the deployment that has them first.
   */
  migrations?: string;
}

/** A database of Postgres. */
export class Database extends Component {
  constructor(name: string, args: DatabaseArgs = {}, options?: ComponentResourceOptions) {
    const { migrations } = args;
    if (migrations !== undefined && (typeof migrations !== "string" || migrations === "")) {
      throw new TypeError(`the Database "${name}" has \`migrations\` that must be the path of a folder`);
    }
    super("Database", name, migrations === undefined ? {} : { migrations }, options);
    this.realise<Infra>({ migrations: migrations === undefined ? [] : migrationsOf(name, migrations) });
  }
}

export interface Database extends DatabaseClient {}

onlyInFunctions(Database, "query", "execute", "transaction");
