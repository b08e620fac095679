// A shop of all components: orders are stored, paid, invoiced and sent, each once. tests/it/functions/components/shop.rs kills it
// under load.

import { Bucket, Database, HttpError, KVStore, Queue, Router, Schedule, Service, Site, Topic } from "lumi/cloud";

interface Order {
  id: string;
  customer: string;
  net: number;
}

const books = new Database("books", { migrations: "migrations" });
const invoices = new Bucket("invoices");
const sent = new KVStore<string[]>("sent");
const reports = new KVStore<number>("reports");
const payments = new Queue<Order>("payments", { attempts: 100 });
const parcels = new Queue<Order>("parcels", { ordered: true, attempts: 100 });
const paid = new Topic<Order>("paid");
const storefront = new Site("storefront", { folder: "storefront" });

/** Taxes are computed by a program in Python: methods as JSON over HTTP. */
const taxes = new Service("taxes", { command: ["python3", "taxes.py"], health: "/health", grace: 2 });

async function gross(net: number): Promise<number> {
  const response = await taxes.fetch("/rpc/taxes/gross", { method: "POST", body: JSON.stringify([net]) });
  if (!response.ok) throw new HttpError(503, `taxes: ${response.status}`);
  return (await response.json()).result;
}

const api = new Router("shop");
api.get("/", () => storefront.fetch("/"));
api.post("/orders", async (request) => {
  const order: Order = request.json();
  // A client that has no answer orders again.
  await books.execute("INSERT INTO orders (id, customer, gross) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [order.id,
    order.customer, await gross(order.net)]);
  await payments.push(order);
  return { status: 202 };
});
api.get("/state", async () => {
  const orders = await books.query("SELECT id, customer, gross, paid FROM orders ORDER BY id");
  const customers = await sent.keys();
  return {
    orders,
    invoices: await invoices.list(),
    sent: Object.fromEntries(await Promise.all(customers.map(async (it) => [it, await sent.get(it)] as const))),
    reports: (await reports.keys()).length,
  };
});

payments.subscribe("pay", async (order) => {
  await books.transaction(async (sql) => {
    const changed = await sql.execute("UPDATE orders SET paid = paid + 1 WHERE id = $1 AND paid = 0", [order.id]);
    if (changed === 1) await sql.execute("INSERT INTO ledger (id) VALUES ($1)", [order.id]);
  });
  await paid.publish(order);
});

paid.subscribe("invoice", async ({ id, net }) => {
  await invoices.put(`${id}.txt`, `${await gross(net)}`);
});
paid.subscribe("pack", async (order) => {
  await parcels.push(order, { key: order.customer });
});
parcels.subscribe("send", async ({ id, customer }) => {
  // Messages of one customer come one after the other.
  const all = await sent.get(customer) ?? [];
  if (!all.includes(id)) await sent.set(customer, [...all, id]);
});

new Schedule("report", { cron: "@every 1s" }, async ({ time }) => {
  const [row] = await books.query<{ count: number }>("SELECT count(*) FROM ledger");
  await reports.set(time, row!.count);
});
