// 1,000 distinct closures, each of which captures ten values; ../../peers/closures.mjs is the same
// for another serialiser.

import { CustomResource } from "lumi";

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
  const shorten = (text: string) => text.slice(0, limits.most + retry.times);
  const handler = (event: { text: string }) => ({
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
  new CustomResource("bench:index:Function", name, { code: handler });
}
