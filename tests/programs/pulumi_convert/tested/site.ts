import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const config = new pulumi.Config();

export const pet = new random.RandomPet("pet", { length: 2, prefix: "web" });
export const token = new random.RandomPassword("token", { length: config.getNumber("length") ?? 20 });
export const url = pulumi.interpolate`https://${pet.id}.example.com`;
export const stack = pulumi.getStack();
