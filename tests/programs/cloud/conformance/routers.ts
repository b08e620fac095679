// The behaviours of `Router`.

import { HttpError, Router } from "lumi/cloud";
import { type Behaviours, equal } from "./checks.ts";

const api = new Router("api");

api.get("/texts/hello", () => "hello");
api.get("/items/:id", ({ params, query }) => ({ params, query }));
api.get("/items/special", () => "special");
api.get("/files/*", ({ params }) => params["*"]);
api.post("/bodies", (request) => ({ is: request.json(), type: request.headers["content-type"] }));
api.post("/bytes", (request) => request.bytes().map((it) => 255 - it));
api.get("/nothing", () => undefined);
api.get("/errors/:status", ({ params }) => {
  throw new HttpError(Number(params.status), "as asked");
});
api.get("/broken", () => {
  throw new TypeError("a mistake");
});
api.get("/cookies", () => ({ status: 201, headers: { "Set-Cookie": ["a=1", "b=2"], "X-One": "1" }, body: { a: 1 } }));
api.any("/methods", ({ method }) => method);
api.mount("/web/*", async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const text = request.method === "POST" ? await request.text() : "";
  const headers = { "content-type": "text/html", "x-method": request.method };
  return new Response(`<p>${pathname} ${searchParams.get("q")} ${text}</p>`, { status: 202, headers });
});

async function asked(path: string, init?: RequestInit): Promise<[number, string]> {
  const response = await api.fetch(path, init);
  return [response.status, await response.text()];
}

export const routers: Behaviours = {
  "a route answers text": async () => {
    equal(await asked("/texts/hello"), [200, "hello"]);
  },
  "parameters of paths and queries are decoded": async () => {
    const [status, text] = await asked("/items/a%26b%20c%25%C3%A9?x=1&y=%26&x=2");
    equal([status, JSON.parse(text)], [200, { params: { id: "a&b c%\u00e9" }, query: { x: ["1", "2"], y: "&" } }]);
  },
  "an encoded slash is a part of a parameter": async () => {
    const [status, text] = await asked("/items/a%2Fb");
    equal([status, JSON.parse(text).params], [200, { id: "a/b" }]);
  },
  "a text in a route comes before a parameter": async () => {
    equal(await asked("/items/special"), [200, "special"]);
  },
  "the rest of a path is one parameter": async () => {
    equal(await asked("/files/a/b"), [200, "a/b"]);
  },
  "a body is read as JSON": async () => {
    const headers = { "content-type": "application/json" };
    const [status, text] = await asked("/bodies", { method: "POST", headers, body: '{"a":"\u00e9"}' });
    equal([status, JSON.parse(text)], [200, { is: { a: "\u00e9" }, type: "application/json" }]);
  },
  "a body that is no JSON is answered with 400": async () => {
    equal(await asked("/bodies", { method: "POST", body: "{" }), [400, '{"error":"the body is not JSON"}']);
  },
  "bodies of bytes pass both ways": async () => {
    const response = await api.fetch("/bytes", { method: "POST", body: Uint8Array.of(0, 1, 255, 128) });
    equal([...new Uint8Array(await response.arrayBuffer())], [255, 254, 0, 127]);
  },
  "nothing is 204": async () => {
    equal(await asked("/nothing"), [204, ""]);
  },
  "an HttpError is answered with its status": async () => {
    equal(await asked("/errors/418"), [418, '{"error":"as asked"}']);
  },
  "another exception is 500": async () => {
    equal((await asked("/broken"))[0], 500);
  },
  "a path without a route is 404": async () => {
    equal((await asked("/nowhere"))[0], 404);
  },
  "an answer in full has its status, headers and cookies": async () => {
    const response = await api.fetch("/cookies");
    const { status, headers } = response;
    const read = [status, headers.get("x-one"), headers.get("content-type"), headers.getSetCookie()];
    equal(read, [201, "1", "application/json", ["a=1", "b=2"]]);
    equal(await response.json(), { a: 1 });
  },
  "a route may take any method": async () => {
    const methods = ["GET", "POST", "DELETE"];
    const answers = await Promise.all(methods.map((method) => asked("/methods", { method })));
    equal(answers, methods.map((method) => [200, method]));
  },
  "a handler of the web gets requests and answers responses": async () => {
    const response = await api.fetch("/web/page?q=a%20b", { method: "POST", body: "body" });
    const { status, headers } = response;
    equal([status, headers.get("x-method"), headers.get("content-type")], [202, "POST", "text/html"]);
    equal(await response.text(), "<p>/web/page a b body</p>");
  },
};
