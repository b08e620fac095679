import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const PET = "random:index/randomPet:RandomPet";

/** Answers a transform that puts a text before the names of pets. */
function prefixed(prefix: string): pulumi.ResourceTransformation {
  return ({ type, props, opts }) => {
    if (type !== PET) return undefined;
    return { props: { ...props, prefix: props.prefix ? `${prefix}${props.prefix}` : prefix }, opts };
  };
}

const keep: pulumi.ResourceTransformation = (args) => {
  const { name, opts: options } = args;
  if (!name.startsWith("kept")) return;
  return { props: args.props, opts: pulumi.mergeOptions(options, { protect: true, ignoreChanges: ["length"] }) };
};

// Of all resources from here on.
pulumi.runtime.registerStackTransformation((args) =>
  args.type === PET ? { ...args, props: { ...args.props, separator: "_" } } : undefined
);

class Kennel extends pulumi.ComponentResource {
  readonly names: pulumi.Output<string>[];

  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:web:Kennel", name, {}, opts);
    this.names = ["a", "kept"].map((own) => new random.RandomPet(`${own}-${name}`, { length: 3 }, { parent: this }).id);
    this.registerOutputs({});
  }
}

const transformations = [keep, ({ props, opts }: pulumi.ResourceTransformationArgs) => ({ props, opts })];
const kennel = new Kennel("north", { transformations });
new random.RandomPet("kept-alone", { length: 2 }, {
  transformations: [prefixed("dr"), prefixed("prof")],
  ignoreChanges: ["prefix"],
});
new random.RandomId("id", { byteLength: 2 }, { transformations: [keep] });
export const names = kennel.names;
