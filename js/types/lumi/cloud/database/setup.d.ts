import type { Migration } from "../contract.js";
/** A database for one user, who owns it and has its name. */
export interface DatabaseSetup {
    /** The URL of a user with the right to create databases; undefined for a database that is there already. */
    readonly admin: string | undefined;
    /** The URL of the database, with the user and the password. */
    readonly url: string;
    readonly migrations: readonly Migration[];
}
/** Makes a database unless it is there, and runs its migrations. */
export declare function setUpDatabase({ admin, url, migrations }: DatabaseSetup): Promise<void>;
/** Removes a database with its user and all that it has. */
export declare function removeDatabase(admin: string, name: string): Promise<void>;
