import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformOutput, TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";

class Overrides extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const local = new LocalProvider(this, "local", { alias: "files" });
    new RandomProvider(this, "random");

    const changed = new File(this, "changed", { provider: local, filename: "out/a.txt", content: "before" });
    changed.addOverride("content", "after");
    changed.addOverride("lifecycle", { ignore_changes: ["file_permission"] });
    changed.overrideLogicalId("renamed");

    const guarded = new Integer(this, "guarded", {
      min: 1,
      max: 1,
      lifecycle: {
        createBeforeDestroy: true,
        precondition: [{ condition: "${random_string.raw.length == 4}", errorMessage: "numbers are out of order" }],
        postcondition: [{ condition: "${self.result == 1}", errorMessage: "another number" }],
      },
    });

    const raw = new TerraformResource(this, "raw", { terraformResourceType: "random_string" });
    raw.addOverride("length", 4);
    raw.addOverride("special", false);
    raw.addOverride("override_special", '${upper("x")}');

    const data = new TerraformResource(this, "data", { terraformResourceType: "terraform_data" });
    data.addOverride("input", { number: "${random_integer.guarded.result}", list: [1, "two"] });

    this.addOverride("locals.greeting", "hello ${local_file.renamed.content}");
    this.addOverride("terraform.required_version", ">= 1.0");
    new TerraformOutput(this, "greeting", { value: Token.asString("${local.greeting}") });
    new TerraformOutput(this, "length", { value: Token.asNumber("${random_string.raw.length}") });
    new TerraformOutput(this, "guarded_number", { value: guarded.result });
  }
}

const app = new App();
new Overrides(app, "overrides");
app.synth();
