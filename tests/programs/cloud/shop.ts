// A shop: orders come in by HTTP, are paid and packed by queues, and tell subscribers. The plans of targets are made of it.

import { Bucket, Function, HttpError, KVStore, Queue, Router, Schedule, Secret, Topic } from "lumi/cloud";

interface Order {
  id: string;
  customer: string;
  cents: number;
}

const orders = new KVStore<Order>("orders");
const invoices = new Bucket("invoices", { retention: 3650 * 86_400 });
const payments = new Queue<Order>("payments", { attempts: 5 });
const parcels = new Queue<Order>("parcels", { ordered: true });
const paid = new Topic<Order>("paid");
const password = new Secret("mail-password");

const price = new Function("price", (items: number[]) => items.reduce((sum, it) => sum + it, 0));

const api = new Router("shop");
api.post("/orders", async (request) => {
  const { customer, items } = request.json();
  const order = { id: crypto.randomUUID(), customer, cents: await price.call(items) };
  if (order.cents === 0) throw new HttpError(400, "an order has items");
  await orders.set(order.id, order);
  await payments.push(order);
  return { status: 202, body: order };
});
api.get("/orders/:id", async ({ params }) => {
  const order = await orders.get(params.id);
  if (order === undefined) throw new HttpError(404, "there is no such order");
  return order;
});

payments.subscribe("pay", async (order) => {
  await paid.publish(order);
});
payments.subscribeToDeadLetters("refuse", async ({ message }) => {
  await orders.delete(message.id);
});

paid.subscribe("invoice", async (order) => {
  await invoices.put(`${order.customer}/${order.id}.txt`, `${order.cents} cents`);
});
paid.subscribe("pack", async (order) => {
  await parcels.push(order, { key: order.customer });
});
parcels.subscribe("send", async ({ id }) => {
  console.log(`${id} is sent`);
}, { batch: 10 });

invoices.subscribe("mail", async ({ key }) => {
  const secret = await password.value();
  console.log(`${key} is mailed with ${secret.length} characters`);
});

new Schedule("report", { cron: "0 6 * * mon-fri" }, async () => {
  console.log((await orders.values()).length);
});
