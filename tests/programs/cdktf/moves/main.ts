import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Construct } from "constructs";

class Moves extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    new RandomProvider(this, "random");
    const imported = new Integer(this, "imported", { min: 3, max: 9 });
    imported.importFrom("5,3,9");
    const target = new File(this, "new_name", { filename: "out/moved.txt", content: "moved" });
    target.addMoveTarget("here");
    new File(this, "old_name", { filename: "out/moved.txt", content: "moved" }).moveTo("here");
    new TerraformOutput(this, "number", { value: imported.result });
  }
}

const app = new App();
new Moves(app, "moves");
app.synth();
