import * as pulumi from "@pulumi/pulumi";

/** A resource of a plugin without a package. */
class Pet extends pulumi.CustomResource {
  public readonly length!: pulumi.Output<number>;
  public readonly separator!: pulumi.Output<string>;

  constructor(name: string, args: { length?: pulumi.Input<number> } = {}, opts?: pulumi.CustomResourceOptions) {
    super("random:index/randomPet:RandomPet", name, { separator: "-", ...args }, opts);
  }
}

const one = new Pet("one", { length: 3 });
export const id: pulumi.Output<pulumi.ID> = one.id;
export const length = one.length;
