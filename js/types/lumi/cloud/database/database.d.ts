import type { ComponentResourceOptions } from "../../resource/resource_options.js";
import { Component } from "../component.js";
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
export declare class Database extends Component {
    constructor(name: string, args?: DatabaseArgs, options?: ComponentResourceOptions);
}
export interface Database extends DatabaseClient {
}
