import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const pet = new random.RandomPet("pet");
const number = new random.RandomInteger("number", { min: 1, max: 9 });

// Objects, lists and texts.
const both = pulumi.all({ pet: pet.id, number: number.result });
export const sentence = both.apply(({ pet, number }) => `${number} of ${pet}`);
export const list = pulumi.all([pet.id, number.result, "x"]).apply((it) => it.length);
export const nested = pet.id.apply((id) => pulumi.output({ id, number: number.result }).apply((it) => it.id));
export const joined = pulumi.concat("a-", pet.id, "-", number.result);
export const json = pulumi.jsonStringify({ id: pet.id, tags: ["a", number.result] });
export const parsed = pulumi.jsonParse(pulumi.output('{ "a": { "b": [1, 2] } }')).apply((it) => it.a.b[1]);
export const lifted = pulumi.output({ a: { b: [{ c: 1 }] } }).a.b[0].c;
export const known = pulumi.output(Promise.resolve(3)).apply((it) => it + 1);
export const same = pulumi.Output.isInstance(pet.id) && !pulumi.Output.isInstance("x");
export const created = pulumi.Output.create([1, 2]).apply((it) => it.reverse());
