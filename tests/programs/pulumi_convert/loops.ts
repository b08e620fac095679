import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const zones = ["a", "b", "c"];
const ids: Record<string, pulumi.Output<string>> = {};
for (const [at, zone] of zones.entries()) {
  if (zone === "b") continue;
  ids[zone] = new random.RandomId(`id-${zone}`, { byteLength: at + 1, prefix: zone }).hex;
}
const shuffled = new random.RandomShuffle("order", { inputs: zones, resultCount: 2 });
// Each of them at once.
export const all = pulumi.all(ids).apply((it) => Object.keys(it).sort().join());
export const order = shuffled.results.apply((it) => it.join("-"));
export const map = ids;
