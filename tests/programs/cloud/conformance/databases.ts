// The behaviours of `Database`, whose migrations are in migrations/.

import { Database } from "lumi/cloud";
import { type Behaviours, equal, failing, fresh, optional } from "./checks.ts";

const names = [
  "rows have values of their types",
  "parameters are values, and no SQL",
  "migrations have been run, in order",
  "a statement answers how many rows it changes",
  "a transaction is whole",
  "transactions at the same time count right",
  "a transaction with a statement that failed is not kept, whoever caught its failure",
  "a failure has the code of SQL, and leaves the connection",
  "statements run at the same time",
] as const;

let ledger: Database | undefined;
optional(names.map((it) => `Database: ${it}`), () => {
  ledger = new Database("ledger", {
    migrations: decodeURIComponent(new URL("./migrations", import.meta.url).pathname),
  });
});

/** An account that no other behaviour uses. */
async function account(balance: number): Promise<string> {
  const name = fresh();
  await ledger!.execute("INSERT INTO accounts (name, balance) VALUES ($1, $2)", [name, balance]);
  return name;
}

const balanceOf = async (name: string) =>
  (await ledger!.query<{ balance: number }>("SELECT balance FROM accounts WHERE name = $1", [name]))[0]?.balance;

export const databases: Behaviours = {
  "rows have values of their types": async () => {
    const [row] = await ledger!.query(
      "SELECT $1::int AS n, $2::text AS t, $3::jsonb AS j, $4::timestamptz AS w, $5::text[] AS l, NULL AS z, true AS b, 1.50::numeric AS d",
      [7, "h\u00e9llo '\"\\", { a: [1, null] }, new Date(1_700_000_000_250), ["a,b", null, '"']],
    );
    equal(row, {
      n: 7,
      t: "h\u00e9llo '\"\\",
      j: { a: [1, null] },
      w: "2023-11-14T22:13:20.250Z",
      l: ["a,b", null, '"'],
      z: null,
      b: true,
      d: "1.50",
    });
    const [bytes] = await ledger!.query<{ y: Uint8Array }>("SELECT $1::bytea AS y", [new Uint8Array([0, 255])]);
    equal([...bytes!.y], [0, 255]);
  },
  "parameters are values, and no SQL": async () => {
    const text = "'; DROP TABLE accounts; --";
    equal(await ledger!.query("SELECT $1::text AS t", [text]), [{ t: text }]);
    equal(await balanceOf("seed"), 100);
  },
  "migrations have been run, in order": async () => {
    equal(await ledger!.query("SELECT note FROM accounts WHERE name = 'seed'"), [{ note: { from: "002" } }]);
    const rows = await ledger!.query<{ name: string }>("SELECT name FROM lumi_migrations ORDER BY name");
    equal(rows.map((it) => it.name), ["001-accounts.sql", "002-notes.sql"]);
  },
  "a statement answers how many rows it changes": async () => {
    const name = await account(1);
    equal(await ledger!.execute("UPDATE accounts SET balance = 2 WHERE name = $1", [name]), 1);
    equal(await ledger!.execute("DELETE FROM accounts WHERE name = $1", [fresh()]), 0);
  },
  "a transaction is whole": async () => {
    const name = await account(10);
    const work = ledger!.transaction(async (sql) => {
      await sql.execute("UPDATE accounts SET balance = 0 WHERE name = $1", [name]);
      equal(await sql.query("SELECT balance FROM accounts WHERE name = $1", [name]), [{ balance: 0 }]);
      throw new Error("changed my mind");
    });
    equal(await failing(() => work), "changed my mind");
    equal(await balanceOf(name), 10);
    const result = await ledger!.transaction((sql) =>
      sql.execute("UPDATE accounts SET balance = 20 WHERE name = $1", [name])
    );
    equal([result, await balanceOf(name)], [1, 20]);
  },
  "a transaction with a statement that failed is not kept, whoever caught its failure": async () => {
    const name = await account(10);
    const work = ledger!.transaction(async (sql) => {
      await sql.execute("UPDATE accounts SET balance = 30 WHERE name = $1", [name]);
      await sql.query("SELECT 1 / 0").catch(() => {});
      return "done";
    });
    equal(await failing(() => work), "a statement of the transaction failed, so that nothing of it was kept");
    equal(await balanceOf(name), 10);
  },
  "transactions at the same time count right": async () => {
    const name = await account(0);
    await Promise.all(Array.from({ length: 20 }, () =>
      ledger!.transaction(async (sql) => {
        const [row] = await sql.query<{ balance: number }>(
          "SELECT balance FROM accounts WHERE name = $1 FOR UPDATE",
          [name],
        );
        await sql.execute("UPDATE accounts SET balance = $2 WHERE name = $1", [name, row!.balance + 1]);
      })));
    equal(await balanceOf(name), 20);
  },
  "a failure has the code of SQL, and leaves the connection": async () => {
    const code = async (text: string) => ledger!.query(text).then(() => "none", (error) => error.code);
    equal([await code("SELECT 1/0"), await code("SELEC 1"), await code("SELECT * FROM nowhere")], [
      "22012",
      "42601",
      "42P01",
    ]);
    const name = await account(1);
    const failed = await failing(() => ledger!.execute("INSERT INTO accounts (name, balance) VALUES ($1, 1)", [name]));
    equal(failed.includes("duplicate key"), true);
    equal(await balanceOf(name), 1);
  },
  "statements run at the same time": async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const rows = await Promise.all(numbers.map((n) => ledger!.query<{ n: number }>("SELECT $1::int AS n", [n])));
    equal(rows.map(([row]) => row!.n), numbers);
  },
};
