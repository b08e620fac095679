import { DataLocalFile } from "@cdktf/provider-local/lib/data-local-file";
import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { App, AssetType, Fn, TerraformAsset, TerraformOutput, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import * as path from "path";

class Assets extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    const file = new TerraformAsset(this, "page", {
      path: path.join(__dirname, "files/page.html"),
      type: AssetType.FILE,
    });
    const folder = new TerraformAsset(this, "folder", { path: "files", type: AssetType.DIRECTORY, assetHash: "fixed" });
    // The provider reads it, so that the path has to begin where the provider runs.
    const copy = new File(this, "copy", { filename: "out/copy.html", source: file.path });
    const read = new DataLocalFile(this, "read", { filename: `${folder.path}/nested/data.txt` });
    new TerraformOutput(this, "name", { value: file.fileName });
    new TerraformOutput(this, "hash", { value: file.assetHash });
    new TerraformOutput(this, "md5", { value: copy.contentMd5 });
    new TerraformOutput(this, "data", { value: Fn.trimspace(read.content) });
    new TerraformOutput(this, "evaluated", { value: Fn.filemd5(file.path) });
  }
}

const app = new App();
new Assets(app, "assets");
app.synth();
