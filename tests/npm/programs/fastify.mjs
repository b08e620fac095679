import { show } from "../show.mjs";
import Fastify from "fastify";

const app = Fastify({ logger: false });
app.post("/sum", {
  schema: {
    body: { type: "object", required: ["a", "b"], properties: { a: { type: "number" }, b: { type: "number" } } },
    response: { 200: { type: "object", properties: { sum: { type: "number" } } } },
  },
}, async (request) => ({ sum: request.body.a + request.body.b, hidden: true }));
app.get("/hello/:name", async (request, reply) => reply.header("x-a", "1").send(`hello ${request.params.name}`));
app.get("/stream", (_request, reply) => reply.type("text/plain").send(new ReadableStream({ start: (it) => { it.enqueue(new TextEncoder().encode("streamed")); it.close(); } })));
app.get("/fail", async () => { throw Object.assign(new Error("teapot"), { statusCode: 418 }); });
app.addHook("onResponse", async (request) => show("done", request.url));
const at = await app.listen({ port: 0, host: "127.0.0.1" });
const ask = async (path, body) => {
  const response = await fetch(at + path, body && { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  show(response.status, response.headers.get("content-type"), await response.text());
};
await ask("/sum", { a: 1, b: 2.5 });
await ask("/sum", { a: 1 });
await ask("/hello/w%C3%BC");
await ask("/stream");
await ask("/fail");
await ask("/nowhere");
show((await app.inject({ url: "/hello/inject" })).payload);
await app.close();
