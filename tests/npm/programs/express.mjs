import { show } from "../show.mjs";
import express from "express";
import { createServer } from "node:http";

const app = express();
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.get("/users/:id", (request, response) => response.json({ id: request.params.id, q: request.query.q }));
app.post("/users", (request, response) => response.status(201).set("x-made", "1").send(request.body));
app.get("/text", (_request, response) => response.type("text").send("Grüße"));
app.get("/file", (_request, response) => response.sendFile("package.json", { root: "." }));
app.get("/redirect", (_request, response) => response.redirect("/text"));
app.get("/fail", () => {
  throw new Error("failed");
});
app.use((error, _request, response, _next) => response.status(500).json({ error: error.message }));
const server = createServer(app).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const at = `http://127.0.0.1:${server.address().port}`;
const ask = async (path, options) => {
  const response = await fetch(at + path, options);
  show(response.status, response.headers.get("content-type"), response.headers.get("etag"), await response.text());
};
await ask("/users/7?q=a%20b");
await ask("/users", { method: "POST", body: JSON.stringify({ name: "ü" }), headers: { "content-type": "application/json" } });
await ask("/users", { method: "POST", body: "a[b]=1&c=2", headers: { "content-type": "application/x-www-form-urlencoded" } });
await ask("/users", { method: "POST", body: "{", headers: { "content-type": "application/json" } });
await ask("/text");
await ask("/redirect");
await ask("/fail");
await ask("/nowhere");
const file = await fetch(`${at}/file`);
show(file.status, file.headers.get("content-type"), (await file.json()).private);
server.close();
