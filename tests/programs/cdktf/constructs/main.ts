import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Construct } from "constructs";

interface PageProps {
  readonly title: string;
  readonly words?: string[];
}

class Page extends Construct {
  readonly file: File;

  constructor(scope: Construct, id: string, { title, words = [] }: PageProps) {
    super(scope, id);
    this.file = new File(this, "file", { filename: `out/${id}.txt`, content: [title, ...words].join("\n") });
    new TerraformOutput(this, "hash", { value: this.file.contentMd5 });
  }
}

class Site extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const port = new Integer(this, "port", { min: 8000, max: 8000, keepers: { site: id } });
    const home = new Page(this, "home", { title: "Home", words: ["welcome"] });
    const about = new Page(this, "about", { title: `Port ${port.result}` });
    about.node.addDependency(home);
    new TerraformOutput(this, "port_number", { value: port.result, description: "where it listens" });
  }
}

class Pages extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    new RandomProvider(this, "random");
    new Site(this, "site");
    new Page(this, "imprint", { title: "Imprint" });
    new TerraformOutput(this, "name", { value: id });
  }
}

const app = new App();
new Pages(app, "pages");
app.synth();
