// Orders of events of what is closed or destroyed early, and of promises of events.

import { EventEmitter, once } from "node:events";
import http from "node:http";
import { MessageChannel } from "node:worker_threads";

const written = new Map();
const log = (name, text) => written.set(name, [...(written.get(name) ?? []), text]);

function channel(name, begin) {
  const { port1, port2 } = new MessageChannel();
  port1.on("message", (message) => log(name, message));
  port2.start();
  const closed = [port1, port2].map((port, at) =>
    new Promise((done) =>
      port.on("close", () => {
        if (at === 0) log(name, "closed");
        done();
      })
    )
  );
  begin(port1, port2);
  return Promise.all(closed);
}

await Promise.all([
  channel("closed at once", (own, other) => {
    other.postMessage(1);
    own.close();
    own.close();
  }),
  channel("closed in a tick", (own, other) => {
    other.postMessage(1);
    process.nextTick(() => own.close());
  }),
  channel("closed at the other end", (own, other) => {
    other.postMessage(1);
    other.postMessage(2);
    other.close();
  }),
  channel("closed by a listener", (own, other) => {
    own.once("message", () => {
      own.close();
      log("closed by a listener", "after close");
    });
    for (const message of [1, 2, 3]) other.postMessage(message);
  }),
  channel("closed before answers", (own, other) => {
    other.on("message", (message) => {
      other.postMessage(`answer ${message}`);
      if (message === 2) own.close();
    });
    for (const message of [1, 2]) own.postMessage(message);
  }),
]);

// All messages that have arrived come in one turn, with the ticks and microtasks of each.
await channel("turns", (own, other) => {
  own.on("message", (message) => {
    process.nextTick(() => log("turns", `tick ${message}`));
    queueMicrotask(() => log("turns", `microtask ${message}`));
    setImmediate(() => log("turns", `immediate ${message}`));
    if (message === 3) other.close();
  });
  for (const message of [1, 2, 3]) other.postMessage(message);
});

const emitter = new EventEmitter();
const depths = [];
const chain = (name, promise, depth = 0) => {
  if (depth < 6) promise.then(() => chain(name, depths.push(`${name} ${depth}`) && Promise.resolve(), depth + 1));
};
chain("event", once(emitter, "event"));
chain("target", once(new AbortController().signal, "abort", { signal: AbortSignal.timeout(1) }).catch(() => {}));
chain("promise", Promise.resolve());
emitter.emit("event", 1);
await new Promise((done) => setTimeout(done, 20));
log("once", depths.filter((it) => !it.startsWith("target")).join(", "));

const server = http.createServer(() => {}).listen(0, "127.0.0.1");
await once(server, "listening");
for (const method of ["GET", "POST"]) {
  const request = http.request({ port: server.address().port, host: "127.0.0.1", method, agent: false });
  for (const event of ["finish", "abort", "close"]) request.on(event, () => log(method, event));
  request.on("error", (error) => log(method, `${error.code} ${error.message}`));
  request.write("x".repeat(1000));
  request.end("y");
  process.nextTick(() => request.destroy());
  await new Promise((done) => request.on("close", done));
  await new Promise((done) => setTimeout(done, 5));
}
server.close();
for (const name of [...written.keys()].sort()) console.log(`${name}: ${written.get(name).join(", ")}`);
