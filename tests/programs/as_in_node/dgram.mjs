// Sockets of UDP.
import dgram from "node:dgram"; import { once } from "node:events";
{
  const server = dgram.createSocket("udp4");
  server.on("message", (message, from) => { console.log("server", String(message), from.address, from.family, from.size); server.send(`re:${message}`, from.port, from.address); });
  server.bind(0, "127.0.0.1"); await once(server, "listening");
  const { address, family, port } = server.address();
  console.log(address, family, port > 0);
  const client = dgram.createSocket("udp4");
  client.on("message", (message, from) => console.log("client", String(message), from.port === port));
  for (const [message, ...rest] of [["one"], [Buffer.from("xtwox"), 1, 3], [["a", Buffer.from("b"), "c"]], [new Uint16Array([0x6968])]]) {
    const heard = once(client, "message");
    const sent = await new Promise((done) => client.send(message, ...rest, port, "127.0.0.1", (error, bytes) => done([error, bytes])));
    console.log("sent", ...sent);
    await heard;
  }
  client.connect(port, "127.0.0.1"); await once(client, "connect");
  console.log(client.remoteAddress().port === port, client.remoteAddress().address);
  const heard = once(client, "message");
  client.send("connected"); await heard;
  try { client.send("x", port, "127.0.0.1"); } catch (error) { console.log(error.code); }
  try { client.connect(port); } catch (error) { console.log(error.code); }
  client.disconnect();
  try { client.disconnect(); } catch (error) { console.log(error.code); }
  client.setBroadcast(true); console.log(client.setTTL(10), client.setMulticastTTL(2), client.setMulticastLoopback(true));
  client.setRecvBufferSize(20000); console.log(client.getRecvBufferSize() >= 20000, client.getSendBufferSize() > 0);
  const closed = once(client, "close"); client.close(); await closed;
  try { client.close(); } catch (error) { console.log(error.code, error.message); }
  try { client.send("x", port); } catch (error) { console.log(error.code); }
  const taken = dgram.createSocket({ type: "udp4" });
  taken.on("error", (error) => console.log(error.code, error.syscall, error.message.replace(String(port), "PORT")));
  const failed = once(taken, "error").catch((error) => error); taken.bind(port, "127.0.0.1"); await failed;
  server.close();
}
{
  const six = dgram.createSocket("udp6"); six.bind(0, "::1", () => console.log("bound", six.address().family));
  await once(six, "listening");
  six.on("message", (message, from) => { console.log(String(message), from.family); six.close(); });
  six.send("to itself", six.address().port, "::1"); await once(six, "close");
}
for (const [name, call] of Object.entries({
  type: () => dgram.createSocket("tcp"), none: () => dgram.createSocket(), port: () => dgram.createSocket("udp4").send("x", 0), high: () => dgram.createSocket("udp4").send("x", 70000),
  message: () => dgram.createSocket("udp4").send(3, 1), bound: () => { const it = dgram.createSocket("udp4"); it.bind(0, "127.0.0.1"); it.unref(); it.bind(0); },
  unbound: () => dgram.createSocket("udp4").address(), ttl: () => dgram.createSocket("udp4").setTTL("1"), remote: () => dgram.createSocket("udp4").remoteAddress(), group: () => dgram.createSocket("udp4").addMembership(),
})) try { call(); console.log(name, "ok"); } catch (error) { console.log(name, error.name, error.code, error.message); }
{
  const controller = new AbortController();
  const socket = dgram.createSocket({ type: "udp4", signal: controller.signal });
  const closed = once(socket, "close"); controller.abort(); await closed; console.log("aborted");
  const lookup = dgram.createSocket({ type: "udp4", lookup: (host, options, done) => { console.log("lookup", host, options); done(null, "127.0.0.1", 4); } });
  lookup.on("message", (message) => { console.log(String(message)); lookup.close(); });
  const opened = once(lookup, "listening"); lookup.bind(0, "somewhere.test"); await opened;
  lookup.send("named", lookup.address().port, "elsewhere.test"); await once(lookup, "close");
}
