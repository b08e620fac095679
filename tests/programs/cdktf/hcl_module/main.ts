import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformHclModule, TerraformIterator, TerraformOutput, TerraformStack } from "cdktf";
import { Construct } from "constructs";

class Modules extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const random = new RandomProvider(this, "random", { alias: "own" });
    const prefix: string = this.node.getContext("prefix");
    const one = new TerraformHclModule(this, "one", {
      source: "./module",
      providers: [{ provider: random, moduleAlias: "numbers" }],
      variables: { prefix, limits: { min: 5, max: 5 } },
    });
    const each = TerraformIterator.fromList(["a", "b"]);
    const many = new TerraformHclModule(this, "many", {
      source: "./module",
      forEach: each,
      providers: [{ provider: random, moduleAlias: "numbers" }],
      variables: { prefix: each.value },
    });
    many.node.addDependency(one);
    new TerraformOutput(this, "name", { value: one.get("name") });
    new TerraformOutput(this, "tags", { value: one.get("tags") });
    new TerraformOutput(this, "names", { value: `\${{ for key, it in ${many.fqn}: key => it.name }}` });
  }
}

const app = new App();
new Modules(app, "modules");
app.synth();
