import type { DatabaseClient } from "./database.js";
export declare const databaseClient: import("../../index.js").ResourceClient<DatabaseClient>;
