import { show } from "../show.mjs";
import { once } from "node:events";
import WebSocket, { WebSocketServer } from "ws";

const client = new WebSocket(`${process.env.PEER.replace("http", "ws")}/ws`);
await once(client, "open");
client.send("hello");
show(String((await once(client, "message"))[0]));
client.send(Buffer.from([1, 2, 3]));
show((await once(client, "message"))[0]);
client.send("x".repeat(200_000));
show(String((await once(client, "message"))[0]).length);
client.close(4001, "bye");
show((await once(client, "close"))[0]);

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: true });
await once(server, "listening");
server.on("connection", (socket, request) => {
  show("connected", request.url);
  socket.on("message", (data) => socket.send(String(data).toUpperCase()));
  socket.on("pong", () => socket.send("ponged"));
  socket.ping();
});
const other = new WebSocket(`ws://127.0.0.1:${server.address().port}/path`, { perMessageDeflate: true });
await once(other, "open");
show(String((await once(other, "message"))[0]));
other.send("compressed ".repeat(1000));
show(String((await once(other, "message"))[0]).length, other.extensions);
other.terminate();
server.close();
const refused = new WebSocket(`${process.env.PEER.replace("http", "ws")}/json`);
show((await once(refused, "error"))[0].message);
