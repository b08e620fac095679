import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const password = new random.RandomPassword("password", { length: 12, special: false });
const pin = pulumi.secret(1234);
const pet = new random.RandomPet("pet", { prefix: pin.apply((it) => `p${it}`), length: 1 });

export const open = pulumi.unsecret(pulumi.secret("not any more"));
export const hashed = password.bcryptHash;
export const isSecret = pulumi.isSecret(pin);
export const petName = pet.id;
