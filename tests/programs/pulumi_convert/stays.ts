import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const said: string[] = [];
const hook = new pulumi.ResourceHook("made", async (args: pulumi.ResourceHookArgs) => {
  said.push(args.name);
});
new random.RandomPet("pet", {}, { hooks: { afterCreate: [hook] } });
export const first = new pulumi.Stash("first", { input: "one" }).output;
