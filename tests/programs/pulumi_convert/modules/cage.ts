import * as pulumi from "@pulumi/pulumi";
import { RandomPet } from "@pulumi/random";

export class Cage extends pulumi.ComponentResource {
  readonly size: pulumi.Output<number>;
  constructor(name: string, size: number, opts?: pulumi.ComponentResourceOptions) {
    super("Cage", name, {}, opts);
    const pets = Array.from({ length: size }, (_, at) => new RandomPet(`${name}-${at}`, {}, { parent: this }));
    this.size = pulumi.output(pets.length);
    this.registerOutputs({ size: this.size });
  }
}
