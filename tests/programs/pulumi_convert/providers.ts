import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

class Pair extends pulumi.ComponentResource {
  readonly ids: pulumi.Output<string[]>;
  constructor(name: string, opts: pulumi.ComponentResourceOptions = {}) {
    super("acme:zoo:Pair", name, {}, opts);
    const pets = [1, 2].map((at) => new random.RandomPet(`${name}-${at}`, {}, { parent: this }));
    this.ids = pulumi.all(pets.map((it) => it.id));
    this.registerOutputs();
  }
}

const provider = new random.Provider("explicit", {});
export const listed = new Pair("listed", { providers: [provider] }).ids;
export const named = new Pair("named", { providers: { random: provider } }).ids;
export const single = new random.RandomPet("single", {}, { provider }).id;
