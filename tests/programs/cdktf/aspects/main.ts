import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { Annotations, App, Aspects, IAspect, TerraformOutput, TerraformStack } from "cdktf";
import { Construct, IConstruct } from "constructs";

class Keepers implements IAspect {
  constructor(private readonly keepers: Record<string, string>) {}

  visit(node: IConstruct): void {
    if (!(node instanceof Integer)) return;
    node.keepers = { ...node.keepersInput, ...this.keepers };
    if (node.maxInput !== undefined && node.maxInput > 100) Annotations.of(node).addWarning("a large number");
  }
}

class Numbers extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new RandomProvider(this, "random");
    const small = new Integer(this, "small", { min: 1, max: 1, keepers: { own: "yes" } });
    const large = new Integer(this, "large", { min: 1000, max: 1000 });
    new TerraformOutput(this, "sum", { value: `${small.result} and ${large.result}` });
    Aspects.of(this).add(new Keepers({ owner: "team", stack: id }));
  }
}

const app = new App();
new Numbers(app, "numbers");
app.synth();
