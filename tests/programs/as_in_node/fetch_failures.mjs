// Answers that are compressed, bodies that are sent as streams, and why requests fail.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { once } from "node:events";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

const packers = { gzip: gzipSync, deflate: deflateSync, DEFLATE: deflateRawSync, br: brotliCompressSync };
const long = "hällo ".repeat(50_000);
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://host");
  const coding = searchParams.get("coding");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (pathname === "/packed") {
    response.setHeader("content-encoding", coding);
    response.setHeader("x-accepted", ["gzip", "deflate"].every((it) => accepted.includes(it)) ? "both" : accepted);
    response.end(request.method === "HEAD" ? undefined : packers[coding](long));
  } else if (pathname === "/twice") {
    response.setHeader("content-encoding", "gzip, deflate");
    response.end(deflateSync(gzipSync(long)));
  } else if (pathname === "/members") {
    response.setHeader("content-encoding", "gzip");
    response.end(Buffer.concat([gzipSync("one "), gzipSync("two")]));
  } else if (pathname === "/unknown") {
    response.setHeader("content-encoding", "snappy");
    response.end("as it is");
  } else if (pathname === "/nonsense") {
    response.setHeader("content-encoding", coding);
    response.end("nonsense that is no stream");
  } else if (pathname === "/echo") {
    response.setHeader("x-coding", request.headers["transfer-encoding"] ?? "none");
    request.pipe(response);
    request.on("error", () => {});
  } else if (pathname === "/moved") {
    request.resume();
    response.writeHead(Number(searchParams.get("status")), { location: "/echo" }).end();
  } else {
    request.socket.destroy();
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const at = (path) => `http://127.0.0.1:${server.address().port}/${path}`;
const failure = async (run) => {
  try {
    await run();
    console.log("did not fail");
  } catch ({ name, message, cause }) {
    console.log(name, message, cause instanceof Error, cause?.code, cause?.syscall || undefined);
  }
};

for (const coding of Object.keys(packers)) {
  const answer = await fetch(at(`packed?coding=${encodeURIComponent(coding)}`));
  const { headers } = answer;
  console.log(coding, (await answer.text()) === long, headers.get("content-encoding"), headers.get("x-accepted"));
}
const own = await fetch(at("packed?coding=gzip"), { headers: { "accept-encoding": "gzip;q=0.5" } });
console.log(own.headers.get("x-accepted"), (await own.text()) === long);
let pieces = 0, length = 0;
for await (const piece of (await fetch(at("packed?coding=gzip"))).body) {
  pieces++;
  length += piece.length;
}
console.log(pieces > 1, length);
console.log((await (await fetch(at("packed?coding=gzip"), { method: "HEAD" })).text()).length);
for (const path of ["twice", "members", "unknown"]) {
  console.log(path, (await (await fetch(at(path))).text()).slice(0, 10));
}
await failure(async () => (await fetch(at("nonsense?coding=gzip"))).text());

let open;
const gate = new Promise((resolve) => (open = resolve));
const encoder = new TextEncoder();
const upload = async function* () {
  yield encoder.encode("begin ");
  await gate;
  yield encoder.encode("end");
};
const stream = ReadableStream.from(upload());
const answer = await fetch(at("echo"), { method: "POST", body: stream, duplex: "half" });
const reader = answer.body.getReader();
const decoder = new TextDecoder();
console.log(answer.headers.get("x-coding"), decoder.decode((await reader.read()).value));
open();
console.log(decoder.decode((await reader.read()).value), (await reader.read()).done, stream.locked);
const small = () => new Blob(["small"]).stream();
const moved = await fetch(at("moved?status=303"), { method: "POST", body: small(), duplex: "half" });
console.log(moved.redirected, await moved.text());
await failure(() => fetch(at("moved?status=307"), { method: "POST", body: small(), duplex: "half" }));
await failure(() => fetch(at("moved?status=302"), { redirect: "error" }));
console.log((await fetch(at("moved?status=302"), { redirect: "manual" })).status);
const broken = new ReadableStream({ pull: () => Promise.reject(new RangeError("broken")) });
await failure(() => fetch(at("echo"), { method: "POST", body: broken, duplex: "half" }));

await failure(() => fetch(at("gone")));
await failure(() => fetch("http://host.invalid/"));
const certified = (name) => readFileSync(new URL(`certificates/own.${name}.pem`, import.meta.url));
const secret = createSecureServer({ cert: certified("cert"), key: certified("key") }).listen(0, "127.0.0.1");
await once(secret, "listening");
await failure(() => fetch(`https://127.0.0.1:${secret.address().port}/`));
secret.close();
server.close();
server.closeAllConnections();
const closed = createServer().listen(0, "127.0.0.1");
await once(closed, "listening");
const { port } = closed.address();
closed.close();
await once(closed, "close");
await failure(() => fetch(`http://127.0.0.1:${port}/`));
