const { App, TerraformOutput, TerraformStack } = require("cdktf");
const { RandomProvider } = require("@cdktf/provider-random/lib/provider");
const { Integer } = require("@cdktf/provider-random/lib/integer");
const names = require("./names.json");

class Numbers extends TerraformStack {
  constructor(scope, id, size) {
    super(scope, id);
    new RandomProvider(this, "random");
    for (const name of names) {
      const number = new Integer(this, name, { min: size, max: size });
      new TerraformOutput(this, `${name}_value`, { value: number.result });
    }
  }
}

const app = new App();
new Numbers(app, "numbers", Number(process.argv[process.argv.indexOf("--size") + 1]));
app.synth();
