// A plugin whose components are classes; the SDK makes the rest of it.
import * as pulumi from "@pulumi/pulumi";
import { componentProviderHost } from "@pulumi/pulumi/provider/experimental";
import * as random from "@pulumi/random";

export interface KennelArgs {
  prefix: pulumi.Input<string>;
  size?: pulumi.Input<number>;
}

export class Kennel extends pulumi.ComponentResource {
  public readonly pet: pulumi.Output<string>;

  constructor(name: string, args: KennelArgs, opts?: pulumi.ComponentResourceOptions) {
    super("pets:index:Kennel", name, args, opts);
    const pet = new random.RandomPet(`${name}-pet`, { prefix: args.prefix }, { parent: this });
    this.pet = pet.id;
    this.registerOutputs({ pet: this.pet });
  }
}

componentProviderHost({ components: [Kennel], name: "pets" });
