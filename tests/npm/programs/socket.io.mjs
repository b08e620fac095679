import { show } from "../show.mjs";
import { createServer } from "node:http";
import { Server } from "socket.io";
import { io } from "socket.io-client";

const http = createServer();
const server = new Server(http);
await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
server.on("connection", (socket) => {
  socket.on("sum", (numbers, answer) => answer(numbers.reduce((a, b) => a + b, 0)));
  socket.on("room", (name) => { socket.join(name); server.to(name).emit("joined", name); });
});
for (const transports of [["polling"], ["websocket"], ["polling", "websocket"]]) {
  const client = io(`http://127.0.0.1:${http.address().port}`, { transports, forceNew: true });
  await new Promise((resolve) => client.once("connect", resolve));
  show(transports.join("+"), await client.emitWithAck("sum", [1, 2, 3]));
  const joined = new Promise((resolve) => client.once("joined", resolve));
  client.emit("room", "a");
  show(await joined);
  client.disconnect();
}
await server.close();
