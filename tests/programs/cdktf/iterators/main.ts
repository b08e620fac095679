import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformCount, TerraformIterator, TerraformLocal, TerraformOutput, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";

class Loops extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    new RandomProvider(this, "random");

    const names = TerraformIterator.fromList(["eu", "us"]);
    new File(this, "by_list", {
      forEach: names,
      filename: `out/${names.value}.txt`,
      content: names.value,
    });

    const sizes = TerraformIterator.fromMap({ small: { min: 1 }, large: { min: 100 } });
    const integers = new Integer(this, "by_map", {
      forEach: sizes,
      min: sizes.getNumber("min"),
      max: sizes.getNumber("min"),
      keepers: { size: sizes.key },
    });

    const chained = TerraformIterator.fromResources(integers);
    new File(this, "chained", {
      forEach: chained,
      filename: `out/${chained.key}.txt`,
      content: chained.getString("result"),
    });

    const count = TerraformCount.of(3);
    new Integer(this, "counted", {
      count,
      min: Token.asNumber("${count.index}"),
      max: Token.asNumber("${count.index}"),
    });

    const complex = new TerraformLocal(this, "records", [{ name: "a", port: 1 }, { name: "b", port: 2 }]);
    const records = TerraformIterator.fromComplexList(complex.asAnyMap, "name");
    new File(this, "complex", {
      forEach: records,
      filename: `out/${records.key}.port`,
      content: records.getString("port"),
    });

    new TerraformOutput(this, "paths", { value: names.forExpressionForList("upper(val)") });
    new TerraformOutput(this, "keys", { value: sizes.keys() });
    new TerraformOutput(this, "plucked", { value: sizes.pluckProperty("min") });
    new TerraformOutput(this, "eu", { value: '${local_file.by_list["eu"].content}' });
    new TerraformOutput(this, "second", { value: "${random_integer.counted[1].result}" });
  }
}

const app = new App();
new Loops(app, "loops");
app.synth();
