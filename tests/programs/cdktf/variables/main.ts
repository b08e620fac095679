import { SensitiveFile } from "@cdktf/provider-local/lib/sensitive-file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { App, Fn, TerraformLocal, TerraformOutput, TerraformStack, TerraformVariable, VariableType } from "cdktf";
import { Construct } from "constructs";

class Variables extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    const region = new TerraformVariable(this, "region", {
      type: "string",
      default: "eu",
      description: "where it is",
      validation: [{ condition: "${length(var.region) == 2}", errorMessage: "two letters" }],
    });
    const sizes = new TerraformVariable(this, "sizes", {
      type: VariableType.object({ small: VariableType.NUMBER, names: VariableType.list(VariableType.STRING) }),
      default: { small: 1, names: ["a", "b"] },
      nullable: false,
    });
    const password = new TerraformVariable(this, "password", {
      type: "string",
      default: "hunter2hunter2",
      sensitive: true,
    });
    const both = new TerraformLocal(this, "both", `${region.stringValue}:${password.stringValue}`);
    new SensitiveFile(this, "secret", { filename: "out/secret.txt", content: both.asString });
    new TerraformOutput(this, "where", { value: region.value });
    new TerraformOutput(this, "first", { value: Fn.element(Fn.lookup(sizes.value, "names", []), 0) });
    new TerraformOutput(this, "hidden", { value: both.asString, sensitive: true });
    new TerraformOutput(this, "fixed", { value: "as it is", staticId: true });
  }
}

const app = new App();
new Variables(app, "variables");
app.synth();
