import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const both = pulumi.mergeOptions({ protect: true }, {});
const pet = new random.RandomPet("pet", {}, { ...both, transformations: [async () => undefined] });
const [later, settle] = pulumi.deferredOutput<string>();
pet.id.apply(settle);
export const organization = pulumi.getOrganization();
export const text = later;
