import { show } from "../show.mjs";
import got from "got";
import { pipeline } from "node:stream/promises";

const client = got.extend({ prefixUrl: process.env.PEER, headers: { "x-test": "got" } });
show(await client("json").json());
show(await client.post("echo", { json: { a: 1 }, searchParams: { q: "x y" } }).json());
show((await client("redirect")).redirectUrls.length);
show(await client("gzip").json());
show(await client("twice", { retry: { limit: 4, calculateDelay: ({ computedValue }) => (computedValue ? 1 : 0) } }).json());
const failure = await client("missing").catch((error) => error);
show(failure.name, failure.code, failure.response.statusCode, failure.response.body);
const late = await client("never", { timeout: { response: 50 }, retry: { limit: 0 } }).catch((error) => error);
show(late.name, late.code);
let length = 0;
await pipeline(client.stream("chunks"), async function* (source) {
  for await (const chunk of source) length += chunk.length;
});
show(length);
show(await client("json", { hooks: { beforeRequest: [(options) => { options.headers.later = "1"; }] } }).text());
