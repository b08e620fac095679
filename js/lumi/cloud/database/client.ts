// Databases in functions: a few connections, which statements share. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import { connectDatabase, type SqlConnection } from "./connection.ts";
import type { DatabaseClient, Sql } from "./database.ts";

/** The connections of a function to a database. */
const MAX_CONNECTIONS = 4;
/** Milliseconds after which a connection is asked whether it is still there, as networks forget those that say nothing. */
const IDLE = 10_000;

/** A connection that is not in use. */
interface Idle {
  readonly connection: SqlConnection;
  readonly since: number;
}

/** The connections to a database. */
function pool(url: string) {
  const idle: Idle[] = [];
  const waiting: (() => void)[] = [];
  let count = 0;
  const taken = async (): Promise<SqlConnection> => {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      const { connection, since } = free;
      const isThere = connection.isOpen() &&
        (Date.now() - since < IDLE || await connection.script("").then(() => true, () => false));
      if (isThere) return connection;
      connection.close();
    }
    return connectDatabase(url);
  };
  return async function use<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    if (count >= MAX_CONNECTIONS) await new Promise<void>((resolve) => waiting.push(resolve));
    else count++;
    let connection: SqlConnection | undefined;
    try {
      connection = await taken();
      return await work(connection);
    } finally {
      if (connection?.isOpen()) idle.push({ connection, since: Date.now() });
      // The place goes to the next one who waits.
      const next = waiting.shift();
      if (next === undefined) count--;
      else next();
    }
  };
}

const sqlOn = (connection: SqlConnection): Sql => ({
  query: async (text, parameters = []) => (await connection.run(text, parameters)).rows as never,
  execute: async (text, parameters = []) => (await connection.run(text, parameters)).count,
});

export const databaseClient = defineClient({
  bindings: ["url"],
  create: ({ url }): DatabaseClient => {
    const use = pool(url);
    return {
      query: (text, parameters) => use((it) => sqlOn(it).query(text, parameters)),
      execute: (text, parameters) => use((it) => sqlOn(it).execute(text, parameters)),
      transaction: (work) =>
        use(async (connection) => {
          await connection.script("BEGIN");
          // Statements of one connection come one after the other, also those that are not awaited.
          let last: Promise<unknown> = Promise.resolve();
          let isOver = false;
          const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
            if (isOver) return Promise.reject(new Error("the transaction has ended"));
            const running = last.then(run);
            last = running.catch(() => {});
            return running;
          };
          const sql = sqlOn(connection);
          try {
            const result = await work({
              query: (text, parameters) => inTurn(() => sql.query(text, parameters)) as never,
              execute: (text, parameters) => inTurn(() => sql.execute(text, parameters)),
            });
            isOver = true;
            await last;
            const { command } = await connection.run("COMMIT", []);
            // Postgres answers a COMMIT after a failed statement so, and without an error.
            if (command === "ROLLBACK") {
              throw new Error("a statement of the transaction failed, so that nothing of it was kept");
            }
            return result;
          } catch (error) {
            isOver = true;
            await last;
            // A connection that cannot go back is none any more.
            await connection.script("ROLLBACK").catch(() => connection.close());
            throw error;
          }
        }),
    };
  },
});
