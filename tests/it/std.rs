//! `lumi/std`: resources of the package that comes with Lumi.

use crate::lumi::Lumi;

const PROGRAM: &str = r#"
import * as lumi from "lumi";
import * as std from "lumi/std";
import { exec, fs } from "lumi/std";

const motd = new fs.File("motd", { path: "out/motd.txt", content: "hello", mode: 0o600 });
const site = new fs.Directory("site", {
  path: "public",
  source: new lumi.AssetArchive({ "index.html": new lumi.StringAsset("<p>") }),
});
const seen = fs.File.get("seen", "Lumi.yaml");
const build = new exec.Command("build", {
  create: ["cat", motd.path],
  triggers: [site.sha256],
}, { dependsOn: seen });
export const printed = build.stdout;
export const same = std.fs.File === fs.File && motd instanceof lumi.CustomResource;
"#;

#[test]
fn resources_of_the_package_are_planned() {
    let lumi = Lumi::program(PROGRAM);
    let graph = lumi.run(&["run", "--format", "yaml"]).ok();
    insta::assert_snapshot!(graph);
}

#[test]
fn mistakes_are_shown_where_they_are_made() {
    let lumi = Lumi::program(
        "import { fs } from 'lumi/std';\n\nnew fs.File('', { path: 'a', content: '' });\n",
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("index.ts:3"), "{}", answer.stderr);
    assert!(
        answer
            .stderr
            .contains("the name of a new File must be a string"),
        "{}",
        answer.stderr
    );
}
