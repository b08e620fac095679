// The same closures as ../programs/closures/many.ts, for the serialiser of @pulumi/pulumi.

import { createRequire } from "node:module";

const { serializeFunction } = createRequire(import.meta.url)("@pulumi/pulumi").runtime;
let bytes = 0;

for (let index = 0; index < 1000; index++) {
  const name = `handler-${index}`;
  const limits = { least: index, most: index * 2, unit: "items" };
  const tags = ["bench", `tag-${index}`];
  const pattern = /^[a-z]+$/i;
  const since = new Date(index * 1000);
  const weights = new Map([["a", index], ["b", index + 1]]);
  const ratio = index / 7;
  const enabled = index % 2 === 0;
  const retry = { times: 3, delays: [1, 2, 4, 8] };
  const shorten = (text) => text.slice(0, limits.most + retry.times);
  const handler = (event) => ({
    name,
    tags,
    enabled,
    ratio,
    isText: pattern.test(event.text),
    age: since.getTime(),
    weight: weights.get("a"),
    text: shorten(event.text),
    unit: limits.unit,
    delays: retry.delays,
  });
  const { text } = await serializeFunction(handler);
  bytes += text.length;
}
console.log(`handler-999 ${bytes}`);
