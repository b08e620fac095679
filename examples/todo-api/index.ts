// An API for todos: a store, routes, a queue whose messages become an audit log, and a schedule
// that tidies up.

import { Config, getStack } from "lumi";
import { Bucket, Function, HttpError, KVStore, Queue, Router, Schedule } from "lumi/cloud";
import { newTodo, type Todo, type TodoEvent } from "./todo.ts";

const config = new Config();
const adminToken = config.requireSecret("adminToken");

const todos = new KVStore<Todo>("todos");
const audit = new Bucket("audit");
const events = new Queue<TodoEvent>("events");

// The audit has the rights to write its log, and cannot read a single todo.
events.subscribe("write-audit", async (event, { id }) => {
  await audit.put(`${event.time}-${id}.json`, JSON.stringify(event));
});

const statistics = new Function("statistics", async () => {
  const all = await todos.values();
  return { open: all.filter((it) => !it.done).length, done: all.filter((it) => it.done).length };
});

new Schedule("tidy-up", { cron: config.get("tidyUp") ?? "0 3 * * *" }, async ({ time }) => {
  for (const todo of await todos.values()) {
    if (!todo.done) continue;
    await todos.delete(todo.id);
    await events.push({ what: "tidied up", todo, time });
  }
});

const api = new Router("api");

api.get("/todos", async ({ query }) => {
  const all = await todos.values();
  return query["open"] === undefined ? all : all.filter((it) => !it.done);
});

api.post("/todos", async (request) => {
  const todo = newTodo(request.json());
  await todos.set(todo.id, todo);
  await events.push({ what: "added", todo, time: todo.created });
  return { status: 201, headers: { location: `/todos/${todo.id}` }, body: todo };
});

api.get("/todos/:id", ({ params }) => existing(params.id));

api.post("/todos/:id/done", async ({ params }) => {
  const todo = { ...await existing(params.id), done: true };
  await todos.set(todo.id, todo);
  await events.push({ what: "done", todo, time: new Date().toISOString() });
  return todo;
});

api.delete("/todos/:id", async ({ params, headers }) => {
  if (headers["authorization"] !== `Bearer ${await adminToken}`) throw new HttpError(403, "only admins may do that");
  const todo = await existing(params.id);
  await todos.delete(todo.id);
  await events.push({ what: "deleted", todo, time: new Date().toISOString() });
});

api.get("/statistics", () => statistics.call());

api.get("/audit", async () => ({ bucket: await audit.name, entries: await audit.list() }));

async function existing(id: string): Promise<Todo> {
  const todo = await todos.get(id);
  if (todo === undefined) throw new HttpError(404, `there is no todo ${id}`);
  return todo;
}

export const serve = `lumi closure serve out/${getStack()}`;
