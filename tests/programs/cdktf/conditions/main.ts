import { DataLocalFile } from "@cdktf/provider-local/lib/data-local-file";
import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { App, conditional, TerraformOutput, TerraformStack, TerraformVariable, Token } from "cdktf";
import { Construct } from "constructs";

class Conditions extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    const isOn = new TerraformVariable(this, "is_on", { type: "bool", default: true });
    const on = new File(this, "on", {
      count: Token.asNumber(conditional(isOn.booleanValue, 1, 0)),
      filename: "out/on.txt",
      content: "on",
    });
    const off = new File(this, "off", { filename: "out/off.txt", content: "off", dependsOn: [on] });
    const read = new DataLocalFile(this, "read", {
      filename: off.filename,
      dependsOn: [off],
      lifecycle: { postcondition: [{ condition: '${self.content == "off"}', errorMessage: "not off" }] },
    });
    new TerraformOutput(this, "length", { value: `\${length(${on.fqn})}` });
    new TerraformOutput(this, "content", { value: read.content });
  }
}

const app = new App();
new Conditions(app, "conditions");
app.synth();
