// An HTTP server and a WebSocket server for clients, run by Node: what a client of Lumi talks to is not Lumi.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { WebSocketServer } from "ws";

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function json(response, value, status = 200, headers = {}) {
  const text = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers });
  response.end(text);
}

const routes = {
  "/json": (_request, response) => json(response, { list: [1, 2, 3], text: "Grüße" }),
  "/echo": async (request, response) => {
    const bytes = await body(request);
    const { authorization, "content-type": type, "x-test": test } = request.headers;
    const url = new URL(request.url, "http://peer");
    json(response, {
      method: request.method,
      query: Object.fromEntries(url.searchParams),
      authorization,
      type: type?.replace(/boundary=.*/, "boundary"),
      test,
      length: bytes.length,
      text: bytes.length < 200 && !type?.startsWith("multipart") ? bytes.toString() : undefined,
      sha256: type?.startsWith("multipart") ? undefined : createHash("sha256").update(bytes).digest("hex"),
    });
  },
  "/redirect": (_request, response) => response.writeHead(302, { location: "/json" }).end(),
  "/gzip": (_request, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync('{"zipped":true}')),
  "/missing": (_request, response) => json(response, { error: "missing" }, 404),
  "/cookie": (request, response) =>
    json(response, { got: request.headers.cookie ?? null }, 200, { "set-cookie": ["a=1; Path=/", "b=2; Path=/"] }),
  "/never": () => {},
  "/chunks": async (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    for (let part = 0; part < 64; part += 1) response.write(`${part} `.repeat(4096));
    response.end("end");
  },
  "/reset": (request) => request.socket.destroy(),
  "/twice": (() => {
    let calls = 0;
    return (_request, response) => {
      calls += 1;
      if (calls % 3 !== 0) response.writeHead(503).end("busy");
      else json(response, { calls: "third" });
    };
  })(),
};

const server = createServer((request, response) => {
  const route = routes[new URL(request.url, "http://peer").pathname];
  if (route === undefined) response.writeHead(404).end("no such route");
  else route(request, response);
});
const sockets = new WebSocketServer({ server, path: "/ws" });
sockets.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => socket.send(isBinary ? Buffer.from(data).reverse() : `echo ${data}`, { binary: isBinary }));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
