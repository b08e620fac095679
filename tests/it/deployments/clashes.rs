//! Goals that clash over a file or an object are refused before anything changes.

use crate::deployments::plan_first::{made, run};
use crate::support::lumi::Lumi;

/// A symlink gives a file a second path, but no second owner.
#[test]
fn a_file_has_one_owner_whatever_path_leads_to_it() {
    let lumi = Lumi::program(
        r#"
import { fs } from "lumi/std";
new fs.File("a", { path: "out/a.txt", content: "x" }, { protect: true });
"#,
    );
    run(&lumi, "up -y").ok();
    std::os::unix::fs::symlink("out", lumi.folder().join("link")).unwrap();
    for second in [
        r#"new fs.File("b", { path: "link/a.txt", content: "x" });"#,
        r#"new fs.Directory("b", { path: "link", source: new AssetArchive({ "a.txt": new StringAsset("x") }) });"#,
    ] {
        let program = format!(
            "import {{ AssetArchive, StringAsset }} from \"lumi\";\nimport {{ fs }} from \"lumi/std\";\n\
             new fs.File(\"a\", {{ path: \"out/a.txt\", content: \"x\" }}, {{ protect: true }});\n{second}\n"
        );
        lumi.file("index.ts", program);
        let answer = run(&lumi, "up -y");
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let says = "\"out/a.txt\" already belongs to std:fs:";
        assert!(answer.stderr.contains(says), "{}", answer.transcript());
    }
}

/// Two new resources with the same file, and two that adopt the same object.
#[test]
pub fn clashes_of_new_resources_are_found_first() {
    let lumi = Lumi::program(
        r#"
import { fs, random } from "lumi/std";
new fs.File("x", { path: "out/x.txt", content: "x" });
const id = new random.Id("id", { byteLength: 4 });
new fs.File("a", { path: "out/a.txt", content: id.hex });
new fs.File("b", { path: "./out/../out/a.txt", content: "b" });
"#,
    );
    let answer = run(&lumi, "up -y");
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer
            .stderr
            .contains("\"out/a.txt\" already belongs to std:fs:File"),
        "{}",
        answer.transcript()
    );
    assert!(made(&lumi).is_empty());
    lumi.file("there.txt", "x");
    lumi.file(
        "index.ts",
        r#"
import { fs } from "lumi/std";
new fs.File("x", { path: "out/x.txt", content: "x" });
for (const name of ["a", "b"]) {
  new fs.File(name, { path: "there.txt", content: "x" }, { import: "there.txt" });
}
"#,
    );
    let answer = run(&lumi, "up -y");
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer
            .stderr
            .contains("also imports the object with the id \"there.txt\""),
        "{}",
        answer.transcript()
    );
    assert!(made(&lumi).is_empty());
}

/// New resources conflict with unchanged ones, regardless of their parents.
#[test]
pub fn clashes_with_unchanged_resources_are_found_first() {
    let kept = r#"
import { ComponentResource, FileArchive } from "lumi";
import { fs, http } from "lumi/std";
class Part extends ComponentResource {
  constructor(kind: string, name: string) {
    super(`local:platform:${kind}`, name);
    new fs.File(name, { path: `out/${name}/function.json`, content: "same" }, { parent: this });
  }
}
const member = (name: string) =>
  new http.Resource(name, { id: "m", create: { url: "http://127.0.0.1:9/members/{id}", method: "PUT" } });
new Part("Router", "api");
"#;
    let clashes = [
        (
            "new Part(\"Function\", \"api\");",
            "\"out/api/function.json\" already belongs to std:fs:File \"api\"",
        ),
        (
            "new fs.Directory(\"d\", { path: \"out/api\", source: new FileArchive(\"source\") });",
            "\"out/api/function.json\" already belongs to std:fs:",
        ),
        (
            "member(\"one\"); member(\"two\");",
            "already describes this object; give one of them another id",
        ),
    ];
    for (added, message) in clashes {
        let lumi = Lumi::program(kept);
        lumi.file("source/function.json", "other");
        run(&lumi, "up -y").ok();
        let free = "new fs.File(\"x\", { path: \"x\", content: \"\" });\n";
        lumi.file("index.ts", format!("{kept}{added}\n{free}"));
        for command in ["preview", "up -y"] {
            let answer = run(&lumi, command);
            assert_eq!(answer.code, 1, "{}", answer.transcript());
            assert!(answer.stderr.contains(message), "{}", answer.transcript());
        }
        assert!(!lumi.folder().join("x").exists());
        // A resource may take the path of a deleted one.
        lumi.file(
            "index.ts",
            kept.replace("new Part(\"Router\"", "new Part(\"Function\""),
        );
        run(&lumi, "up -y").ok();
    }
}

/// The old resource still has the file.
#[test]
pub fn a_renamed_file_with_other_content_gets_advice_about_aliases() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: \"x.txt\", content: \"1\" });\n",
    );
    run(&lumi, "up -y").ok();
    let renamed = |options: &str| {
        format!(
            "import {{ fs }} from \"lumi/std\";\n\
             new fs.File(\"b\", {{ path: \"x.txt\", content: \"2\" }}, {{ {options} }});\n"
        )
    };
    lumi.file("index.ts", renamed(""));
    let answer = run(&lumi, "up -y");
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let option = "aliases: [{ name: \"a\" }]";
    assert!(answer.stderr.contains(option), "{}", answer.transcript());
    lumi.file("index.ts", renamed(option));
    run(&lumi, "up -y").ok();
    assert_eq!(lumi.read("x.txt"), "2");
}
