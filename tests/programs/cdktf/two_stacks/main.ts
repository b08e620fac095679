import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { Password } from "@cdktf/provider-random/lib/password";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Construct } from "constructs";

class Network extends TerraformStack {
  readonly port: Integer;
  readonly password: Password;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    new RandomProvider(this, "random");
    this.port = new Integer(this, "port", { min: 4000, max: 4000 });
    this.password = new Password(this, "password", { length: 12 });
    new TerraformOutput(this, "listens", { value: this.port.result });
  }
}

class Service extends TerraformStack {
  constructor(scope: Construct, id: string, network: Network) {
    super(scope, id);
    new LocalProvider(this, "local");
    new File(this, "port", { filename: "out/port.txt", content: `port ${network.port.result}` });
    new File(this, "keepers", { filename: "out/keepers.txt", content: network.password.result });
    new TerraformOutput(this, "address", { value: `localhost:${network.port.result}` });
  }
}

const app = new App();
// The order of the program is not that of the references.
const network = new Network(app, "z-network");
new Service(app, "a-service", network);
app.synth();
