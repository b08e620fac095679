import { App, Fn, TerraformOutput, TerraformResource, TerraformStack } from "cdktn";
import { Construct } from "constructs";

class Terrain extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const data = new TerraformResource(this, "data", { terraformResourceType: "terraform_data" });
    data.addOverride("input", Fn.join("-", ["cdk", "terrain"]));
    new TerraformOutput(this, "kept", { value: data.getStringAttribute("output") });
  }
}

const app = new App();
new Terrain(app, "terrain");
app.synth();
