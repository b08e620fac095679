import * as p from "@pulumi/pulumi";
import * as rnd from "@pulumi/random";
import type { Output as Out } from "@pulumi/pulumi";

const lumi = "a name of the program";
function named(it: p.Input<string>): Out<string> {
  const p = { all: 1 };
  return new rnd.RandomPet("pet", { prefix: it, keepers: { all: String(p.all) } }).id;
}
export const a: Out<string> = named(p.output(lumi.slice(0, 1)));
export const b = p.all([a]).apply(([it]) => it);
