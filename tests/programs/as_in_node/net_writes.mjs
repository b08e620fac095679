// Writes of a socket: many chunks at once, of all encodings and sizes, to an end that reads slowly or at once.
import { createHash } from "node:crypto";
import { createServer, connect } from "node:net";
import { once } from "node:events";

const big = "é€😀x".repeat(30_000);
const chunks = [
  ["plain"],
  ["é€😀 and half \ud800 of a pair", "utf8"],
  ["é\u0141 keeps the lower byte", "latin1"],
  ["binary \xff", "binary"],
  ["ascii \xe9", "ascii"],
  ["00ff10", "hex"],
  ["aGVsbG8=", "base64"],
  ["two bytes €", "utf16le"],
  [""],
  [Buffer.from([0, 1, 2, 255])],
  [new Uint8Array(70_000).fill(7)],
  ["x".repeat(65_530)],
  ["eleven more"],
  ["é".repeat(40_000), "latin1"],
  [big],
  [Buffer.alloc(3_000_000, "all of it ")],
  ["end"],
];

/** The digest of what a server hears when `send` has written. */
async function heard(send, delay) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect(server.address().port, "127.0.0.1");
  const [socket] = await once(server, "connection");
  const hash = createHash("sha256");
  let count = 0;
  socket.pause();
  socket.on("data", (part) => {
    hash.update(part);
    count += part.length;
  });
  const end = once(socket, "end");
  const sent = send(client);
  setTimeout(() => socket.resume(), delay);
  await Promise.all([end, sent]);
  server.close();
  return `${count} ${hash.digest("hex").slice(0, 16)} written ${client.bytesWritten}`;
}

const one = async (client) => {
  for (const [chunk, encoding] of chunks) client.write(chunk, encoding);
  client.end();
};
const together = async (client) => {
  client.cork();
  for (const [chunk, encoding] of chunks) client.write(chunk, encoding);
  client.uncork();
  client.end();
};
const waiting = async (client) => {
  for (const [chunk, encoding] of chunks) await new Promise((done) => client.write(chunk, encoding, done));
  client.end("last €", "utf8");
};
for (const [name, send] of Object.entries({ one, together, waiting })) {
  for (const delay of [0, 50]) console.log(name, delay, await heard(send, delay));
}

// Bytes that a program changes after they were written at once are those of the write.
const server = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
await once(server, "listening");
const client = connect(server.address().port, "127.0.0.1").setEncoding("utf8");
await once(client, "connect");
const bytes = Buffer.from("first");
client.cork();
client.write("before ");
client.write(bytes);
client.uncork();
bytes.write("other");
console.log((await once(client, "data"))[0]);

// What was read is not changed by what is read next.
const kept = [];
client.setEncoding("latin1");
for (const text of ["one", "two", "three"]) {
  client.write(text);
  kept.push((await once(client, "data"))[0]);
}
console.log(kept.join());
client.end();
server.close();
