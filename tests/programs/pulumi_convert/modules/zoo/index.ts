import { all } from "@pulumi/pulumi";
import { RandomPet } from "@pulumi/random";

export const names = all(["lion", "bear"].map((it) => new RandomPet(it, { length: 1 }).id));
