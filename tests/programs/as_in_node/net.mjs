// Sockets and servers of node:net.
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const server = net.createServer((socket) => {
  socket.setEncoding("utf8");
  socket.on("data", (text) => socket.write(`echo:${text}`));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port, family, address } = server.address();
console.log(typeof port, family, address, server.listening);

{
  const socket = net.connect(port, "127.0.0.1", () => {
    console.log("connected", socket.connecting, socket.pending, socket.readyState, socket.remotePort === port);
    socket.write("hello");
  });
  console.log(socket.connecting, socket.pending, socket.readyState);
  for (const name of ["ready", "end", "finish"]) socket.on(name, () => console.log(name));
  socket.on("data", (data) => {
    console.log(String(data), socket.bytesRead, socket.bytesWritten);
    socket.end();
  });
  const [hadError] = await once(socket, "close");
  console.log("close", hadError, socket.destroyed, socket.readyState);
}
{
  // More than the kernel takes at once, both ways.
  const socket = net.connect(port, "127.0.0.1");
  const data = "abcdefgh".repeat(100_000);
  console.log("taken at once", socket.write(data));
  let got = 0;
  for await (const chunk of socket) {
    got += String(chunk).replaceAll("echo:", "").length;
    if (got === data.length) break;
  }
  console.log("got", got, socket.destroyed);
}
{
  const failure = async (socket) => {
    const error = await new Promise((resolve) => socket.on("error", resolve));
    const text = error.message.replaceAll(port, "PORT").replace(os.tmpdir(), "TMP");
    console.log(text, error.code, error.errno, error.syscall, Object.keys(error).join());
    const [hadError] = await once(socket, "close");
    console.log("close", hadError);
  };
  const taken = net.createServer().listen(port, "127.0.0.1");
  const [error] = await once(taken, "error");
  console.log(error.message.replaceAll(port, "PORT"), error.code, Object.keys(error).join());
  await new Promise((resolve) => server.close(resolve));
  await failure(net.connect(port, "127.0.0.1"));
  await failure(net.connect(path.join(os.tmpdir(), "no such socket")));
  await failure(net.connect(1, "nowhere.invalid"));
}
{
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "net-"));
  const file = path.join(folder, "s");
  const local = net.createServer({ allowHalfOpen: true }, async (socket) => {
    let text = "";
    for await (const chunk of socket.setEncoding("utf8")) text += chunk;
    console.log("server", text, socket.destroyed, socket.remoteAddress);
  }).listen(file);
  await once(local, "listening");
  console.log(local.address() === file, fs.existsSync(file));
  const socket = net.connect(file);
  socket.end("all");
  await once(socket.resume(), "close");
  await new Promise((resolve) => local.close(resolve));
  console.log(fs.existsSync(file));
  fs.rmSync(folder, { recursive: true });
}
{
  const slow = net.createServer(() => {}).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const socket = net.connect(slow.address().port, "127.0.0.1");
  socket.setTimeout(20, () => {
    console.log("timeout");
    socket.destroy();
  });
  await once(socket, "close");
  slow.getConnections((error, count) => console.log(error, typeof count));
  slow.close();
  await new Promise((resolve) => slow.close((error) => resolve(console.log(error.code))));
  socket.write("x", (error) => console.log(error.code));
  socket.on("error", () => {});
}
for (const port of [-1, 70000, "x", {}, undefined]) {
  for (const call of [() => net.connect({ port }), () => net.createServer().listen({ port, path: 1 })]) {
    if (port === undefined && call.toString().includes("listen")) continue;
    try {
      call();
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
}
console.log(["1.2.3.4", "1.2.3.04", "::1", "::1%lo", "1::2::3", "::ffff:1.2.3.4", "", "a"].map(net.isIP).join());
// A program ends although a server that it does not wait for listens.
net.createServer().listen(0, "127.0.0.1").unref();
