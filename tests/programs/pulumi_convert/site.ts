// A component, configuration, secrets and outputs.
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

/** The inputs of a site. */
interface SiteArgs {
  title: pulumi.Input<string>; // as it is shown
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

class Site extends pulumi.ComponentResource {
  readonly title: pulumi.Output<string>;

  constructor(name: string, args: SiteArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:Site", name, { title: args.title }, opts);
    const id = new random.RandomId(`${name}-id`, { byteLength: 4 }, { parent: this });
    /* both at once */
    this.title = pulumi.all([args.title, id.hex])
      .apply(([title, hex]) => `${title} ${hex}`);
    this.registerOutputs({ title: this.title });
  }
}

const config = new pulumi.Config();
const size = config.getNumber("size") ?? 12;
const token = config.requireSecret("token");
const provider = new random.Provider("explicit");
const password = new random.RandomPassword("password", { length: size }, { provider });
const pet = new random.RandomPet("pet", { prefix: pulumi.output("a"), length: 2 }, {
  aliases: [{ name: "animal" }],
  dependsOn: [password],
  protect: false,
});

export const title = new Site("home", { title: "Home" }).title;
export const result = password.result;
export const length = token.apply((it) => it.length);
export const where = pulumi.interpolate`${pulumi.getProject()}/${pulumi.getStack()}/${pet.id}`;
export const text = pulumi.jsonStringify({ pet: pet.id });
