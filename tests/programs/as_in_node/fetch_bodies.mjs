// Bodies of answers are read as they come, whole or as streams, and can be given up.
import { createServer } from "node:http";
import { once } from "node:events";

const gates = {};
const closed = {};
const server = createServer(async (request, response) => {
  const path = request.url.slice(1);
  response.on("close", () => closed[path]?.(response.writableFinished));
  if (path === "steps") {
    for (const step of ["one", "two", "three"]) {
      response.write(step);
      await new Promise((resolve) => (gates[step] = resolve));
    }
    response.end();
  } else if (path === "cut") {
    response.writeHead(200, { "content-length": 100 });
    response.write("part");
    await new Promise((resolve) => (gates.cut = resolve));
    response.destroy();
  } else if (path === "echo") {
    request.pipe(response);
  } else if (path === "empty") {
    response.writeHead(204).end();
  } else if (path === "odd") {
    response.writeHead(999).end();
  } else if (path === "endless") {
    response.write("x".repeat(1000));
  } else {
    response.end("x".repeat(300_000));
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const at = (path) => `http://127.0.0.1:${server.address().port}/${path}`;
const text = new TextDecoder();
const attempt = async (run) => {
  try {
    return await run();
  } catch (error) {
    return error.name;
  }
};

const steps = await fetch(at("steps"));
const reader = steps.body.getReader();
for (const step of ["one", "two", "three"]) {
  const { value } = await reader.read();
  console.log(step, value instanceof Uint8Array, text.decode(value), steps.bodyUsed);
  gates[step]();
}
console.log((await reader.read()).done, await attempt(() => steps.text()));

console.log((await (await fetch(at("large"))).text()).length, (await (await fetch(at("large"))).arrayBuffer()).byteLength);
let length = 0;
for await (const part of (await fetch(at("large"))).body) length += part.length;
console.log(length);
const twice = await fetch(at("large"));
const copy = twice.clone();
console.log((await twice.text()).length, (await copy.text()).length, twice.bodyUsed, copy.bodyUsed);
const empty = await fetch(at("empty"));
console.log(empty.body, await empty.text(), empty.bodyUsed, (await fetch(at("large"), { method: "HEAD" })).body);

const cut = await fetch(at("cut"));
const cutReader = cut.body.getReader();
console.log(text.decode((await cutReader.read()).value));
gates.cut();
console.log(await attempt(() => cutReader.read()));

for (const how of ["abort", "cancel"]) {
  const gone = new Promise((resolve) => (closed.endless = resolve));
  const controller = new AbortController();
  const endless = await fetch(at("endless"), { signal: controller.signal });
  const endlessReader = endless.body.getReader();
  console.log((await endlessReader.read()).value.length);
  const pending = how === "abort" ? attempt(() => endlessReader.read()) : endlessReader.cancel();
  if (how === "abort") controller.abort();
  console.log(how, await pending, "finished at the server:", await gone);
}

const given = new ReadableStream({
  start(controller) {
    controller.enqueue(new TextEncoder().encode("a "));
    controller.enqueue(new TextEncoder().encode("stream"));
    controller.close();
  },
});
const echoed = await fetch(at("echo"), { method: "POST", body: given, duplex: "half" });
console.log(await echoed.text());
const bytes = new Response(new Uint8Array([1, 2, 3])).body;
const byob = bytes.getReader({ mode: "byob" });
console.log((await byob.read(new Uint8Array(10))).value.join(), (await byob.read(new Uint8Array(10))).done);
const locked = new ReadableStream();
locked.getReader();
console.log(await attempt(() => new Response(locked)), new Response("x").bodyUsed, new Response(null).body);
const through = new Response(new Response("compressed").body.pipeThrough(new CompressionStream("gzip")));
console.log(await new Response(through.body.pipeThrough(new DecompressionStream("gzip"))).text());
const post = new Request(at("echo"), { method: "POST", body: "once" });
const taken = new Request(post);
console.log(post.bodyUsed, taken.bodyUsed, await taken.clone().text(), await (await fetch(taken)).text(), taken.bodyUsed);
console.log(await attempt(() => new Request(taken)), await attempt(() => new Request(new Request(post.url, { method: "POST", body: "x" }), { method: "GET" })));
console.log((await fetch(at("odd"))).status, await (await fetch("data:text/plain,hello#")).text(), Response.error().type, Response.error().status);
console.log(new Response("a", null).status, await attempt(() => new Response("", { statusText: "a\r\nb" })), await attempt(() => new Response("", { status: 99 })));
server.close();
server.closeAllConnections();
